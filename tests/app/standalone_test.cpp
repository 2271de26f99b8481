// The programs for one lab's function: they compile, detect wrong results, and gdb stops in them.
#include "app/learning/standalone.hpp"
#include "app/grading/setup.hpp"
#include "command.hpp"
#include "support/long_run.hpp"

namespace mergelab {
namespace {

class StandaloneTest : public CommandTest {
 protected:
  /// Writes the program of a lab, and compiles and runs it on the CPU engine with these words. `course`:
  /// words that name another one.
  Ran on_engine(const std::string& lab, const std::string& words,
                const std::vector<std::string>& course = {}) const {
    std::vector<std::string> call{"standalone", lab, "--dir", "mine", "--out", "main.cu"};
    call.insert(call.end(), course.begin(), course.end());
    Ran written = mergelab(call);
    EXPECT_EQ(written.code, 0) << written.text;
    const std::string before = "on the CPU engine:\n  ";
    const std::size_t begin = written.text.find(before);
    if (begin == std::string::npos) return written;
    std::string line = written.text.substr(begin + before.size());
    line.resize(line.find('\n'));
    return shell(line + " " + words);
  }
  /// Compiles a program by the command that was named when it was written.
  void expect_compiles_with_nvcc(const Ran& written) const {
    const std::size_t begin = written.text.find("  nvcc ") + 7;
    std::string line = written.text.substr(begin, written.text.find('\n', begin) - begin);
    const std::size_t native = line.find("-arch=native ");
    ASSERT_NE(native, std::string::npos) << written.text;
    line.erase(native, 13);  // which asks for a GPU
    const Ran compiled = shell(nvcc_ + " " + line);
    EXPECT_EQ(compiled.code, 0) << compiled.text;
    EXPECT_EQ(compiled.text, "");
  }
  std::string nvcc_ = has("nvcc") ? "nvcc" : "/usr/local/cuda/bin/nvcc";
  void take_solutions() const {
    fs::copy(source() / "solutions", folder_ / "mine", fs::copy_options::recursive);
  }
};
using StandaloneTestSlow = StandaloneTest;

TEST_F(StandaloneTestSlow, runs_on_the_engine_and_tells_right_from_wrong) {
  take_solutions();
  const char* labs[] = {"5", "3", "2", "7", "8"};
  for (const char* lab : std::span(labs).first(in_long_run<std::size_t>(5, 1))) {
    expect_says(on_engine(lab, "seed=3"), 0, "ok\n");
    fs::remove(folder_ / "main.cu");
  }
  replace(folder_ / "mine/01_sequential_merge/merge_sequential.cuh", "<=", ">=");
  expect_says(on_engine("1", "m=7 n=9"), 1, "expected ");
}

TEST_F(StandaloneTestSlow, merges_arrays_that_data_wrote_and_refuses_other_words) {
  take_solutions();
  ASSERT_EQ(mergelab("data 4 ties/two_keys").code, 0);
  expect_says(on_engine("4", "A=ties_two_keys_A.npy B=ties_two_keys_B.npy section=96 tile=32"), 0, "ok\n");
  expect_says(mergelab("standalone 3 --dir mine --out main.cu"), 2, "exists and is another file");
  expect_says(on_engine("4", "M=4"), 2, "expected m=1000 n=1000 section=");
}

TEST_F(StandaloneTestSlow, runs_as_any_cuda_program) {
  const fs::path course = source() / "courses/fundamentals";
  const Ran written = mergelab({"standalone", "1", "--course", course.string(), "--dir",
                                (course / "solutions").string(), "--out", "main.cu"});
  ASSERT_EQ(written.code, 0) << written.text;
  const std::string headers = (source() / "include").string();
  expect_says(mergelab({"cuda", "main.cu", "-I", headers, "--", "n=300"}), 0, "ok\n");
}

TEST_F(StandaloneTestSlow, names_the_todo_that_it_reaches) {
  take_solutions();
  replace(folder_ / "mine/04_tiled_kernel/merge_tiled.cuh", "int C_completed",
          "LAB_TODO(7); int C_completed");
  expect_says(on_engine("4", ""), 1, "TODO 7 in ");
}

TEST_F(StandaloneTestSlow, gcc_compiles_those_of_host_labs_with_the_command_that_it_names) {
  if (!has("g++")) GTEST_SKIP() << "there is no g++ here";
  take_solutions();
  for (const char* lab : {"1", "2"}) {
    const Ran written = mergelab({"standalone", lab, "--dir", "mine"});
    const std::size_t begin = written.text.find("  g++ ");
    ASSERT_NE(begin, std::string::npos) << written.text;
    const std::string line = written.text.substr(begin, written.text.find('\n', begin) - begin);
    expect_says(shell(line + " && ./main_" + lab), 0, "ok\n");
  }
}

TEST_F(StandaloneTestSlow, nvcc_compiles_those_of_host_and_device_labs) {
  if (!has(nvcc_)) GTEST_SKIP() << "there is no nvcc here";
  take_solutions();
  for (const char* lab : {"2", "4"})
    expect_compiles_with_nvcc(mergelab({"standalone", lab, "--dir", "mine"}));
}

TEST_F(StandaloneTestSlow, debug_stops_in_a_kernel_where_threads_and_shared_memory_can_be_read) {
  if (!has("gdb")) GTEST_SKIP() << "there is no gdb here";
  take_solutions();
  write(folder_ / "commands",
        "continue\nprint threadIdx\nprint blockIdx\nprint blockDim\nprint sizeof(bounds)\ncontinue\n");
  const std::string line =
      "$MERGELAB debug 4 --dir mine --case plain/four_sections --block 1 --thread 5 <commands";
  const Ran ran = shell(line);
  expect_says(ran, 0, ", merge_tiled (A=", ", merge_tiled_kernel (A=", "= {x = 5, y = 0, z = 0}",
              "= {x = 1, y = 0, z = 0}", "= {x = 128, y = 1, z = 1}", "ok\n");
  EXPECT_FALSE(contains(ran.text, "not defined"));
  EXPECT_FALSE(contains(ran.text, "pending"));
}

/// Labs of other kinds than merges.
class StandaloneOwnTest : public StandaloneTest {
 protected:
  void SetUp() override {
    StandaloneTest::SetUp();
    fs::copy(source() / "tests/any_lab", folder_ / "own", fs::copy_options::recursive);
    fs::copy(source() / "tests/any_lab/solutions", folder_ / "mine", fs::copy_options::recursive);
  }
  [[nodiscard]] Ran other(const Words& words) const { return mergelab(words + Words{"--course", "own"}); }
  [[nodiscard]] Ran own_on_engine(const std::string& lab, const std::string& words) const {
    fs::remove(folder_ / "main.cu");
    return on_engine(lab, words, {"--course", "own"});
  }
};
using StandaloneOwnTestSlow = StandaloneOwnTest;

TEST_F(StandaloneOwnTestSlow, compares_with_the_oracle) {
  expect_says(own_on_engine("2", ""), 0, "ok\n");
  expect_says(own_on_engine("3", "n=1000 seed=7"), 0, "ok\n");
  expect_says(own_on_engine("3", "m=7"), 2, "expected n=256 seed=1 data=FILE.npy, got m=7");
  ASSERT_EQ(other("data 1 edges/partial").code, 0);
  expect_says(own_on_engine("1", "n=785 x=edges_partial_x.npy"), 0, "ok\n");
  expect_says(own_on_engine("1", "n=784 x=edges_partial_x.npy"), 2,
              "edges_partial_x.npy is not a .npy file of 784 elements of x");
  ASSERT_EQ(other("data 4 edges/by_hand").code, 0);
  const std::string by_hand = "rows=2 columns=3 scale=2 A=edges_by_hand_A.npy x=edges_by_hand_x.npy";
  expect_says(own_on_engine("4", by_hand), 0, "ok\n");
  replace(folder_ / "own/labs/04_half_product/lab.json", R"({ "absolute": 1e-4, "relative": 1e-3 })",
          R"({ "ulps": 3 })");
  replace(folder_ / "mine/04_half_product/half_product.cuh", "= __float2half(__half2float(scale) * sum)",
          "= __ushort_as_half(__half_as_ushort(__float2half(__half2float(scale) * sum)) + (3 + row))");
  expect_says(own_on_engine("4", by_hand), 1, "y[1] is 8248, expected 8216\n1 wrong\n");
  replace(folder_ / "mine/02_matmul/matmul.cuh", "columns + column] = sum;", "columns + column] = sum + 1;");
  expect_says(own_on_engine("2", "rows=3 inner=5 columns=7"), 1, "21 wrong\n");
  fs::remove(folder_ / "own/labs/03_histogram/oracle.cpp");
  expect_says(own_on_engine("3", ""), 0, "bins: ");
}

TEST_F(StandaloneOwnTestSlow, compares_structs_by_field) {
  ASSERT_EQ(other("data 5 edges/by_hand").code, 0);
  const std::string by_hand =
      "n=2 cells=2 dt=0.25 before.cell=edges_by_hand_before.cell.npy field.y=edges_by_hand_field.y.npy";
  expect_says(own_on_engine("5", by_hand), 0, "ok\n");
  replace(folder_ / "mine/05_particles/particles.cuh", "particle.vy += dt * force.y;",
          "particle.vy += (i != 1 ? 1 : 0) + dt * force.y;");
  const Ran wrong = own_on_engine("5", "n=1000 cells=10");
  expect_says(wrong, 1, "after[0].y is ", "1998 wrong\n");
  fs::remove(folder_ / "own/labs/05_particles/oracle.cpp");
  expect_says(own_on_engine("5", "n=2"), 0, "after.cell: ");
}

TEST_F(StandaloneOwnTestSlow, is_compiled_by_nvcc) {
  if (!has(nvcc_)) GTEST_SKIP() << "there is no nvcc here";
  for (const char* lab : {"2", "4", "5"})
    expect_compiles_with_nvcc(other({"standalone", lab, "--dir", "mine"}));
}

TEST_F(StandaloneOwnTestSlow, is_debugged) {
  if (!has("gdb")) GTEST_SKIP() << "there is no gdb here";
  write(folder_ / "commands", "continue\nprint threadIdx\nprint rows\ncontinue\n");
  expect_says(shell("$MERGELAB debug 2 --course own --dir mine --case plain/one_tile --thread 21 <commands"),
              0, "rows = 16, inner = 16, columns = 16", "= {x = 5, y = 1, z = 0}", "ok\n");
}

TEST_F(StandaloneTest, debug_says_what_it_lacks) {
  expect_says(mergelab("debug 2 --case plain/nothing"), 2, "has no case");
  expect_says(mergelab("debug 1 --input 9000"), 2, "--input takes 0 to ");
  expect_says(run({MERGELAB_BINARY_DIR "/bin/mergelab", "debug", "1"}, {{"PATH", "/nowhere"}}), 2,
              "gdb not found");
}

}  // namespace
}  // namespace mergelab
