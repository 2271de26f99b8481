// `cuda`: its words, and a program from its file to its exit code. tests/simt/programs_test.cpp has the rest.
#include "command.hpp"

namespace mergelab {
namespace {

class CudaTest : public CommandTest {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
};
using CudaTestSlow = CudaTest;

TEST_F(CudaTest, says_what_is_wrong_with_its_words) {
  write("a.cu", "int main() {}\n");
  const std::pair<Words, std::string> bad[] = {
      {"", "cuda needs a source file, such as `cuda FILE.cu`"},
      {"-- a.cu", "cuda needs a source file"},
      {"nowhere.cu", "there is no file 'nowhere.cu'"},
      {"a.cu --order sideways", "--order takes forward, reverse or random, not 'sideways'"},
      {"a.cu --time-limit soon", "--time-limit takes a number from 0 to 86400, not 'soon'"},
      {"a.cu --error-exitcode 256", "--error-exitcode takes a number from 0 to 255, not '256'"},
      {"a.cu --json", "--json needs a value"},
      {"a.cu --profile --no-checks", "--profile needs the checks"},
      {"--no-checks a.cu --json f", "--json needs the checks"},
      {"a.cu --trace --launch one", "--launch takes a number from 0 to 1000000000, not 'one'"},
      {"a.cu --kernel k", "--kernel says what --trace or --html shows: add one"},
      {"a.cu --trace --no-checks", "--trace and --html need the checks"},
      {"a.cu --html=-", "--html takes a file that a browser can open"},
      {"a.cu -lcufft", "the CPU engine has no cuFFT"},
  };
  for (const auto& [words, says] : bad) expect_says(mergelab(Words("cuda") + words), 2, says);
}

TEST_F(CudaTestSlow, runs_a_program_with_and_without_checks) {
  write("a.cu",
        "#include <cstdio>\n__global__ void k(int* sum) { *sum += 1; }\nint main(int argc, char** argv) {\n"
        "  int* sum; cudaMalloc(&sum, 4); cudaMemset(sum, 0, 4);\n  k<<<1, 2>>>(sum);\n"
        "  std::puts(argv[1]);\n  return argc + 3;\n}\n");
  expect_says(mergelab("cuda a.cu -O2 -o a.out -- --profile"), 5, "--profile\n",
              "1 finding\n\nrace: thread 1 of block 0 ");
  const Ran quick = mergelab("cuda --no-checks a.cu -- word");
  EXPECT_EQ(quick.code, 5);
  EXPECT_EQ(quick.text, "word\n");
}

TEST_F(CudaTestSlow, shows_one_launch_step_by_step) {
  write("twice.cuh", "__device__ float twice(float x) { return 2 * x; }\n");
  write("a.cu",
        "#include \"twice.cuh\"\n"
        "__global__ void first(float* x) { x[threadIdx.x] = twice(1.5f); }\n"
        "template <class T> __global__ void second(T* x) {\n"
        "  __shared__ T keys[4];\n"
        "  keys[threadIdx.x] = x[4 * blockIdx.x + threadIdx.x];\n"
        "  x[4 * blockIdx.x + threadIdx.x] = keys[threadIdx.x ^ 1];\n"
        "}\n"
        "int main() {\n"
        "  float* data;\n"
        "  cudaMalloc(&data, 32);\n"
        "  first<<<1, 8>>>(data);\n"
        "  second<<<1, 4>>>(data);\n"
        "  second<float><<<2, 4>>>(data);\n"
        "}\n");
  expect_says(
      mergelab("cuda a.cu --trace"), 0,
      "first  launch 1 (a.cu:11): 1 block of 8 threads\n✓ passed\n\nBlock 0, phase 0: to its end\n  threads "
      "0..7  thread 0 writes data[0] = 3; the others the same");
  const Ran third = mergelab("cuda a.cu --kernel second --launch 2 --trace --block 1 --html=page.html");
  expect_says(third, 0, "second  launch 3 (a.cu:13): 2 blocks of 4 threads\n✗ thread ",
              "data[4..7] → keys[0..3]   a.cu:5",
              "This is block 1 of 2: `--block 0` shows another one.\n\nRules of CUDA that were broken\n",
              "    block 0, phase 0: thread 1 writes keys[1] = 3 at a.cu:5\n", "microscope: page.html");
  EXPECT_TRUE(contains(read(folder_ / "page.html"), "\"case\":\"launch 3 (a.cu:13)\""));
  write("race.cu",
        "__global__ void k(float* c) { c[threadIdx.x / 2] = threadIdx.x; }\n"
        "int main() { float* sums; cudaMalloc(&sums, 64); k<<<1, 32>>>(sums); }\n");
  expect_says(mergelab("cuda race.cu --trace"), 0, "thread 1 of block 0 writes sums[0] at race.cu:1",
              "thread   1  writes sums[0] = 1");
  expect_says(mergelab("cuda a.cu --trace --launch 4"), 2,
              "was not made; the program launched first 1 time, second 2 times");
  expect_says(mergelab("cuda a.cu --trace --block 1"), 2, "no block 1: the launch has 1");
  write("large.cu",
        "__global__ void k(int* x) { x[threadIdx.x] = 1; }\n"
        "int main() { int* x; cudaMalloc(&x, 1 << 20); k<<<1, 32>>>(x); }\n");
  expect_says(mergelab("cuda large.cu --html"), 2,
              "it shows up to 8192 elements, and the arrays of the launch have 262144");
}

}  // namespace
}  // namespace mergelab
