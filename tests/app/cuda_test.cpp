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

}  // namespace
}  // namespace mergelab
