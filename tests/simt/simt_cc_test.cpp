// simt-cc as a program: its output, messages and remaining files.
#include <dlfcn.h>
#include <unistd.h>

#include "module.hpp"
#include "simt/cxx/files.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace {

namespace fs = std::filesystem;

const std::map<std::string, const char*> kBad{
    {"initialised_shared.cu", R"(// Gives shared memory an initial value, which CUDA does not have.
#include <cuda_runtime.h>
__global__ void kernel(int* out) {
  __shared__ int start = 5;
  *out = start++;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
)"},
    {"spaces.cu", R"(// What nvcc refuses of calls and variables on the wrong side; C++ knows no sides.
#include <algorithm>

namespace helpers {
int twice(int x) { return 2 * x; }
}  // namespace helpers
int limit = 3;
__device__ __forceinline__ int once(int x) { return x; }
__host__ __device__ constexpr int both(int x) { return x; }

__global__ void kernel(int* out) {
  out[0] = helpers::twice(once(1));
  out[1] = std::max(out[0], 2);
  out[2] = limit;
}
void run(int* out) {
  kernel(out);
  out[0] = once(1);
}

__device__ int start = helpers::twice(2);
)"},
    {"syntax.cu", R"(// Line 4 does not compile.
#include <cuda_runtime.h>
__global__ void kernel(int* out) {
  *out = missing;
  out[1] = 0;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
)"},
    {"undefined_function.cu", R"(// Calls what nothing defines.
#include <cuda_runtime.h>
__device__ int nowhere_defined(int);
__global__ void kernel(int* out) { *out = nowhere_defined(1); }
void run(int* out) { kernel<<<1, 1>>>(out); }
)"},
    {"wrong_count.cu", R"(// Passes one argument too few.
#include <cuda_runtime.h>
__global__ void kernel(int* out, int value) { *out = value; }
void run(int* out) { kernel<<<1, 1>>>(out); }
)"},
};

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
  /// Writes one of the sources that do not compile.
  fs::path bad(const std::string& name) const {
    mergelab::write_text(sources_.path() / name, kBad.at(name));
    return sources_.path() / name;
  }
  bool says(const std::string& what) const { return text_.find(what) != std::string::npos; }

  mergelab::TemporaryFolder temporary_{"simt cc ü "}, sources_;
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
  EXPECT_NE(compile(bad("syntax.cu")), 0);
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder_)) left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<fs::path>{"out.so"});
}

TEST_F(SimtCc, passes_on_compiler_messages_with_file_and_line) {
  EXPECT_EQ(compile(bad("syntax.cu")), 1);
  EXPECT_TRUE(says("syntax.cu:4:")) << text_;
  EXPECT_FALSE(says("simt-cc")) << text_;
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

TEST_F(SimtCc, makes_an_undefined_function_an_error) {
  EXPECT_NE(compile(bad("undefined_function.cu")), 0);
  EXPECT_TRUE(says("nowhere_defined")) << text_;
  EXPECT_FALSE(fs::exists(output()));
}

TEST_F(SimtCc, refuses_an_initialised_shared_variable) {
  EXPECT_EQ(compile(bad("initialised_shared.cu")), 1);
  EXPECT_TRUE(says("initialised_shared.cu:4: error: initializer not allowed for __shared__ variable"))
      << text_;
}

TEST_F(SimtCc, refuses_more_constant_memory_than_a_gpu_has) {
  const auto source = [&](const char* words) {
    std::ofstream(folder_ / "constants.cu") << "#include <cuda_runtime.h>\n" << words << "\n";
    return folder_ / "constants.cu";
  };
  EXPECT_EQ(compile(source("__constant__ int one[8192]; __constant__ const int other[8192] = {1};")), 0)
      << text_;
  EXPECT_NE(compile(source("__constant__ int one[16384]; static __constant__ char other;")), 0);
  EXPECT_TRUE(says("the __constant__ variables have 65537 bytes; a GPU has 65536 for them")) << text_;
}

TEST_F(SimtCcSlow, refuses_calls_between_host_and_device_that_nvcc_refuses) {
  EXPECT_EQ(compile(bad("spaces.cu")), 1);
  for (const char* words :
       {"spaces.cu:12: error: calling a __host__ function(\"twice\") from a __global__ function(\"kernel\") "
        "is not allowed; write __device__ before twice",
        "spaces.cu:13: error: calling a __host__ function(\"std::max\") from a __global__ "
        "function(\"kernel\") is not allowed; the standard library is the host's",
        "spaces.cu:14: error: identifier \"limit\" is undefined in device code",
        "spaces.cu:17: error: a __global__ function call must be configured: write kernel<<<blocks, "
        "threads>>>(...)",
        "spaces.cu:18: error: calling a __device__ function(\"once\") from a __host__ function(\"run\") is "
        "not allowed",
        "spaces.cu:21: error: dynamic initialization is not supported for a __device__ variable"}) {
    EXPECT_TRUE(says(words)) << words << "\n" << text_;
  }
  EXPECT_FALSE(fs::exists(output()));
}

TEST_F(SimtCcSlow, says_what_is_wrong_with_the_number_of_arguments) {
  EXPECT_NE(compile(bad("wrong_count.cu")), 0);
  EXPECT_TRUE(says("wrong_count.cu:4:")) << text_;
  EXPECT_TRUE(says("too few arguments to function") || says("requires 2 arguments, but 1 was provided"))
      << text_;
  EXPECT_FALSE(says("launch.hpp")) << text_;
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

// What the engine lacks, and a part of the sentence that says so.
struct Refusal {
  const char *name, *include, *device, *host, *says;
};
class Refused : public SimtCc, public testing::WithParamInterface<Refusal> {};
TEST_P(Refused, with_a_sentence) {
  const Refusal& r = GetParam();
  std::ofstream(folder_ / "a.cu") << r.include
                                  << "\n__global__ void kernel(float* out, unsigned long long object) {\n"
                                  << "  (void)out, (void)object;\n  " << r.device
                                  << "\n}\nvoid run(float* out) {\n  (void)out;\n  " << r.host << "\n}\n";
  EXPECT_NE(compile(folder_ / "a.cu"), 0);
  EXPECT_TRUE(says(std::string("no ") + r.says)) << text_;
}
INSTANTIATE_TEST_SUITE_P(
    SimtCc, Refused,
    testing::Values(Refusal{"ptx", "", "asm volatile(\"bar.sync 0;\");", "", "inline PTX"},
                    Refusal{"clusters", "__global__ void __cluster_dims__(2, 1, 1) pair();", "", "",
                            "thread block clusters"},
                    Refusal{"mipmaps", "", "*out = tex2DLod<float>(0, 0.5F, 0.5F, 1.0F);", "", "mipmaps"},
                    Refusal{"graph_drawings", "", "", "cudaGraphDebugDotPrint(nullptr, nullptr, 0);",
                            "drawings of nodes in graphs"},
                    Refusal{"tensor_cores", "#include <mma.h>", "", "", "tensor cores (<mma.h>)"},
                    Refusal{"driver", "#include <cuda.h>", "", "cuCtxSynchronize();", "driver API"},
                    Refusal{"wide_barriers", "#include <cuda/barrier>",
                            "__shared__ cuda::barrier<cuda::thread_scope_device> bar; bar.arrive_and_wait();",
                            "", "cuda::barrier for more than a block"},
                    Refusal{"cub", "#include <cub/cub.cuh>", "", "", "CUB"},
                    Refusal{"thrust", "#include <thrust/device_vector.h>", "", "", "Thrust"}),
    [](const auto& info) { return info.param.name; });

TEST_F(SimtCcSlow, refuses_atomics_that_cuda_has_not) {
  std::ofstream(folder_ / "a.cu") << "__global__ void kernel(double* out) { atomicMax(out, 1.0); }\n";
  EXPECT_NE(compile(folder_ / "a.cu"), 0);
  EXPECT_TRUE(says("CUDA has atomicMax for integers of 32 and 64 bits only")) << text_;
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

TEST_F(SimtCc, names_a_compiler_that_is_not_there) {
  EXPECT_EQ(run({SIMT_CC, "--compiler", "no-such-c++", "-o", output(), bad("syntax.cu")}), 2);
  EXPECT_TRUE(says("no C++ compiler 'no-such-c++' found; install g++ or set CXX")) << text_;
}

TEST_F(SimtCc, names_an_input_that_is_not_there) {
  EXPECT_EQ(compile(folder_ / "absent.cu"), 2);
  EXPECT_TRUE(says("absent.cu")) << text_;
}

TEST_F(SimtCc, explains_its_usage) {
  EXPECT_EQ(run({SIMT_CC, "--help"}), 0);
  EXPECT_TRUE(says("usage: simt-cc")) << text_;
  EXPECT_EQ(run({SIMT_CC}), 2);
  EXPECT_TRUE(says("no input file")) << text_;
  EXPECT_EQ(run({SIMT_CC, "-o"}), 2);
  EXPECT_TRUE(says("'-o' needs a value")) << text_;
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
    if (entry.path().extension() == ".inc") continue;       // a part of headers that are in the list
    if (entry.path().filename() == "thrust.hpp") continue;  // a part of Thrust's own headers
    headers.push_back("simt/" + entry.path().filename().string());
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
