// simt-cc as a program: its output and remaining files. programs/compiler.cases has its messages.
#include "module.hpp"
#include "simt/cxx/files.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace {

namespace fs = std::filesystem;

class SimtCc : public testing::Test {
 protected:
  /// Exit status; what it printed is in text_.
  int run(const std::vector<std::string>& words) {
    std::vector<std::string> command = {"sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\" 2>&1", "sh",
                                        (folder_ / "said").string()};
    command.insert(command.end(), words.begin(), words.end());
    const int status = simt::cxx::run(command);
    text_ = mergelab::read_text(folder_ / "said");
    fs::remove(folder_ / "said");
    return status;
  }
  int compile(const fs::path& source, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {SIMT_CC, "--compiler", CXX_COMPILER, "-o", output().string()};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back(source.string());
    return run(words);
  }
  fs::path output() const { return folder_ / "out.so"; }

  mergelab::TemporaryFolder temporary_{"simt cc ü "};
  fs::path folder_ = temporary_.path();
  std::string text_;
};
using SimtCcSlow = SimtCc;

TEST_F(SimtCcSlow, works_in_a_path_with_blanks_and_other_letters) {
  for (const char* name : {"shared.cu", "basics.cu", "launch_in_header.cuh"})
    fs::copy_file(fs::path(SOURCES_DIR) / name, folder_ / name);
  ASSERT_EQ(compile(folder_ / "basics.cu"), 0) << text_;
  int value = 0;
  Module(output().string()).call("run_included", &value);
  EXPECT_EQ(value, 19);
  ASSERT_EQ(compile(folder_ / "shared.cu"), 0) << text_;
  std::vector<int> data = {1, 2, 3};
  Module(output().string()).call("run_reverse", data.data(), 3);
  EXPECT_EQ(data, (std::vector<int>{3, 2, 1}));
}

TEST_F(SimtCcSlow, leaves_nothing_but_the_output) {
  ASSERT_EQ(compile(fs::path(SOURCES_DIR) / "shared.cu"), 0) << text_;
  const mergelab::TemporaryFolder sources;
  mergelab::write_text(sources.path() / "wrong.cu", "__global__ void kernel(int* out) { *out = missing; }\n");
  EXPECT_NE(compile(sources.path() / "wrong.cu"), 0);
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder_)) left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<fs::path>{"out.so"});
}

// As Ubuntu's compilers do without being asked.
TEST_F(SimtCc, takes_arrays_on_the_stack_where_the_compiler_guards_it) {
  const fs::path source = folder_ / "guarded.cu";
  std::ofstream(source) << "#include <cuda_runtime.h>\n"
                           "bool is_full(const char* in, int n) {\n"
                           "  char own[320];\n"
                           "  cudaMemcpy(own, in, n, cudaMemcpyDeviceToHost);\n"
                           "  for (int i = 0; i < n; ++i)\n"
                           "    if (own[i] != 'x') return false;\n"
                           "  return true;\n"
                           "}\n";
  EXPECT_EQ(compile(source, {"-O1", "-fstack-protector-strong", "--instrument"}), 0) << text_;
}

// A number that isn't there to begin with is negative in one build and not in the other.
TEST_F(SimtCcSlow, gives_variables_without_a_value_another_sign_with_the_other_fill) {
  const fs::path source = folder_ / "without_value.cu";
  std::ofstream(source) << "#include <cuda_runtime.h>\n"
                           "extern \"C\" int negative() {\n"
                           "  volatile int number, pair[2];\n"
                           "  volatile long long long_number;\n"
                           "  return (number < 0) + (long_number < 0) + (pair[0] < 0) + (pair[1] < 0);\n"
                           "}\n";
  ASSERT_EQ(compile(source, {"--instrument"}), 0) << text_;
  EXPECT_EQ(Module(output().string()).call<int>("negative"), 4);
  ASSERT_EQ(compile(source, {"--instrument", "--other-fill"}), 0) << text_;
  EXPECT_EQ(Module(output().string()).call<int>("negative"), 0);
  EXPECT_EQ(compile(source, {"--other-fill"}), 2);
}

TEST_F(SimtCc, leaves_a_number_of_the_source_that_looks_like_the_fill) {
  const fs::path source = folder_ / "own_number.cu";
  std::ofstream(source) << "#include <cuda_runtime.h>\n"
                           "extern \"C\" int negative() {\n"
                           "  volatile int number = static_cast<int>(0xfefefefeU);\n"
                           "  return number < 0;\n"
                           "}\n";
  ASSERT_EQ(compile(source, {"--instrument", "--other-fill"}), 0) << text_;
  EXPECT_EQ(Module(output().string()).call<int>("negative"), 1);
}

// Undefined symbols of the output, debug information included or not.
bool holds(const fs::path& object, const char* symbol) {
  return mergelab::read_text(object).find(symbol) != std::string::npos;
}

TEST_F(SimtCcSlow, instruments_accesses_and_basic_blocks_only_when_told_to) {
  ASSERT_EQ(compile(fs::path(SOURCES_DIR) / "shared.cu"), 0) << text_;
  for (const char* hook : {"__tsan_", "__sanitizer_cov_", "__wrap_", ".debug_line"})
    EXPECT_FALSE(holds(output(), hook)) << hook;
  ASSERT_EQ(compile(fs::path(SOURCES_DIR) / "shared.cu", {"-O3", "--instrument"}), 0) << text_;
  for (const char* hook : {"__tsan_read4", "__tsan_write4", "__sanitizer_cov_trace_pc", ".debug_line"})
    EXPECT_TRUE(holds(output(), hook)) << hook;
  EXPECT_FALSE(holds(output(), "libtsan"));
  std::vector<int> data = {1, 2, 3};
  Module(output().string()).call("run_reverse", data.data(), 3);
  EXPECT_EQ(data, (std::vector<int>{3, 2, 1}));
}

TEST_F(SimtCcSlow, rewrites_only_files_under_the_folders_given) {
  EXPECT_NE(compile(fs::path(SOURCES_DIR) / "basics.cu", {"--user-folder", folder_.string()}), 0);
  EXPECT_EQ(compile(fs::path(SOURCES_DIR) / "basics.cu",
                    {"--user-folder", folder_.string(), "--user-folder", SOURCES_DIR}),
            0)
      << text_;
}

TEST_F(SimtCcSlow, hands_definitions_and_include_folders_to_the_preprocessor) {
  std::ofstream(folder_ / "a.cu")
      << "#include \"value.cuh\"\nextern \"C\" int answer() { return VALUE + MORE; }\n";
  fs::create_directory(folder_ / "inc lude");
  std::ofstream(folder_ / "inc lude/value.cuh") << "#define VALUE 40\n";
  ASSERT_EQ(compile(folder_ / "a.cu",
                    {"-DMORE=2", "-I", (folder_ / "inc lude").string(), "-O1", "-Werror", "-Wall"}),
            0)
      << text_;
  EXPECT_EQ(Module(output().string()).call<int>("answer"), 42);
}

TEST_F(SimtCcSlow, headers_compile_alone_and_without_warnings) {
  const fs::path include = MERGELAB_SOURCE_DIR "/simt/include";
  std::vector<std::string> headers = {"cuda_runtime.h",
                                      "device_launch_parameters.h",
                                      "cuda_pipeline.h",
                                      "cuda_fp16.h",
                                      "cuda_bf16.h",
                                      "cuda_runtime_api.h",
                                      "cooperative_groups.h",
                                      "cooperative_groups/reduce.h",
                                      "cooperative_groups/scan.h",
                                      "device_functions.h",
                                      "vector_types.h",
                                      "vector_functions.h",
                                      "math_constants.h",
                                      "driver_types.h",
                                      "cuda_profiler_api.h",
                                      "cuda/atomic",
                                      "cuda/barrier",
                                      "cuda/ptx"};
  for (const auto& entry : fs::directory_iterator(include / "simt")) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".inc")) continue;                            // a part of headers that are in the list
    if (name == "thrust.hpp" || name.starts_with("cub_")) continue;  // beside Thrust's and CUB's own headers
    headers.push_back("simt/" + name);
  }
  const std::string grader = MERGELAB_SOURCE_DIR "/grader";
  for (const std::string& header : headers) {
    std::ofstream(folder_ / "alone.cpp") << "#include <" << header << ">\n";
    EXPECT_EQ(run({CXX_COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                   "-I", include.string(), "-I", grader, (folder_ / "alone.cpp").string()}),
              0)
        << header << ":\n"
        << text_;
  }
}

}  // namespace
