// The labs in an editor: clangd reads them as CUDA, without a toolkit and without a build.
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class EditorTest : public CommandTest {
 protected:
  /// A line for the shell, in a folder of the course.
  Ran in_course(const std::string& folder, const std::string& line) const {
    return run({"/bin/sh", "-c", "cd '" + (source() / folder).string() + "' && " + line}, {});
  }

  static constexpr const char* kFolders[] = {"labs", "solutions"};
  static constexpr const char* kClang = "clang++ $(cat compile_flags.txt) -fsyntax-only ";
};
using EditorTestSlow = EditorTest;

TEST_F(EditorTest, the_flags_name_the_folder_of_every_lab) {
  const std::string flags = read(source() / "labs/compile_flags.txt");
  for (const Lab& lab : course::load(source()).labs)
    EXPECT_TRUE(contains(flags, "-I" + lab.name + "\n")) << lab.name;
  EXPECT_EQ(read(source() / "solutions/compile_flags.txt"), flags);
}

TEST_F(EditorTestSlow, clang_finds_nothing_in_skeletons_and_solutions_with_a_toolkit_or_without) {
  if (!has("clang++")) GTEST_SKIP() << "there is no clang++ here";
  for (const char* folder : kFolders) {
    for (const char* toolkit : {"", "--cuda-path=/nowhere "}) {
      const Ran ran = in_course(folder, std::string(kClang) + toolkit + "*/*.cuh");
      EXPECT_EQ(ran.code, 0) << folder << ' ' << toolkit;
      EXPECT_EQ(ran.text, "") << folder << ' ' << toolkit;
    }
  }
}

TEST_F(EditorTest, clang_knows_cuda_and_what_host_and_device_may_call) {
  if (!has("clang++")) GTEST_SKIP() << "there is no clang++ here";
  const auto checked = [&](const std::string& code) {
    write(folder_ / "code.cuh",
          "#include <cstdio>\n#include <mergelab/lab.cuh>\n"
          "#include <cooperative_groups/reduce.h>\n" +
              code);
    return in_course("labs", kClang + ("'" + (folder_ / "code.cuh").string()) + "'").text;
  };
  EXPECT_EQ(checked("namespace cg = cooperative_groups;\n"
                    "__constant__ int table[4];\n"
                    "template <int N> __global__ void __launch_bounds__(128) kernel(int* p, int n) {\n"
                    "  __shared__ int tile[N];\n"
                    "  extern __shared__ int more[];\n"
                    "  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
                    "  tile[threadIdx.x] = min(n, __shfl_down_sync(~0u, n, 1)) + table[0];\n"
                    "  __syncthreads();\n"
                    "  more[0] = cg::reduce(warp, tile[0], cg::plus<int>());\n"
                    "  if (atomicAdd(p, 1) == 0) printf(\"%d\\n\", more[0]);\n"
                    "  assert(n > 0);\n"
                    "}\n"
                    "inline void start(int* p) { kernel<128><<<dim3(1, 2), 128, 64>>>(p, 1); }\n"),
            "");
  EXPECT_TRUE(contains(checked("inline int on_host() { return 1; }\n"
                               "__global__ void kernel(int* p) { *p = on_host(); }\n"),
                       "call to __host__ function from __global__ function"));
  EXPECT_TRUE(contains(checked("__global__ void kernel(int* p);\n"
                               "inline void start(int* p) { kernel<<<1, 32>>>(p, 1); }\n"),
                       "too many arguments to function call"));
}

/// The lines in which clangd reports an error. A missing refactoring is not an error.
std::string errors_of_clangd(const std::string& text) {
  std::string errors;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("E[") && line.find("]     tweak: ") == std::string::npos) errors += line + "\n";
  }
  return errors;
}

TEST_F(EditorTestSlow, clangd_finds_nothing_in_skeletons_and_solutions) {
  if (!has("clangd")) GTEST_SKIP() << "there is no clangd here";
  for (const char* folder : kFolders) {
    for (const Lab& lab : course::load(source()).labs) {
      const fs::path file = source() / folder / lab.name / lab.file;
      const Ran ran = run({"clangd", "--check=" + file.string()}, {});
      EXPECT_TRUE(contains(ran.text, "All checks completed"));
      EXPECT_EQ(errors_of_clangd(ran.text), "") << file;
    }
  }
}

TEST_F(EditorTest, every_task_of_vscode_calls_a_verb) {
  const auto tasks = nlohmann::json::parse(read(source() / ".vscode/tasks.json")).at("tasks");
  EXPECT_FALSE(tasks.empty());
  for (const auto& task : tasks) {
    const std::string command = task.at("command");
    ASSERT_TRUE(command.starts_with("./lab ")) << command;
    const std::string verb = command.substr(6, command.find(' ', 6) - 6);
    EXPECT_EQ(mergelab({verb, "--help"}).code, 0) << command;
  }
}

}  // namespace
}  // namespace mergelab
