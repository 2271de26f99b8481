// A lab that `new` made, before anybody has filled it in.
#include <fmt/format.h>

#include "app/command.hpp"

namespace mergelab {
namespace {

class NewLabTest : public CommandTest {};
using NewLabTestSlow = NewLabTest;

TEST_F(NewLabTest, guesses_the_extents_of_arrays) {
  int number = 0;
  const auto guessed = [&](const std::string& declaration, const std::vector<std::string>& extents) {
    const Ran ran =
        mergelab({"new", fmt::format("{:02}_lab", ++number), "--interface", declaration, "--course", "own"});
    for (const std::string& one : extents) expect_says(ran, 0, one + " elements: is that right?\n");
    expect_says(mergelab("list --course own"), 0, "lab");
  };
  guessed("void a(const float* A, const float* B, float* C, int rows, int inner, int columns)",
          {"A is an input array of rows x inner", "B is an input array of inner x columns",
           "C is an output array of rows x columns"});
  guessed("void b(const float* A, const float* B, float* C, int M, int N, int K)",
          {"array of M x K", "array of K x N", "array of M x N"});
  guessed("void c(const float* image, float* out, int width, int height)",
          {"image is an input array of height x width", "out is an output array of height x width"});
  guessed("void transpose(const float* in, float* out, int rows, int columns)",
          {"in is an input array of rows x columns", "out is an output array of columns x rows"});
  guessed("void d(const float* A, const float* x, float* y, int rows, int columns)",
          {"A is an input array of rows x columns", "x is an input array of columns",
           "y is an output array of rows"});
  guessed("void e(const int* data, int* bins, int n, int num_bins)",
          {"data is an input array of n", "bins is an output array of num_bins"});
  guessed("void f(const int* A, int m, const int* B, int n, int* C)",
          {"A is an input array of m", "B is an input array of n", "C is an output array of n"});
  guessed("void g(const int* x, int* y, int n, int k)",
          {"x is an input array of n", "y is an output array of n"});
}

TEST_F(NewLabTestSlow, says_what_is_missing_of_a_new_lab) {
  (void)mergelab(
      {"new", "01_scan", "--interface", "void scan(const float* x, int n, float* y)", "--course", "own"});
  (void)mergelab("selfcheck --write-tests --course own");
  const Ran ran = mergelab("selfcheck --course own");
  for (const char* missing :
       {"labs/01_scan/README.md: is still to be written, in lines 5, 9, 13, 17, 21, 25 (\"TODO: what one",
        "labs/01_scan/cases.json: is still to be written, in line 7 ",
        "labs/01_scan/oracle.cpp: is still to be written, in line 5 (\"TODO: fill y[0] to y[n - 1]\")",
        "labs/01_scan/scan.cuh: is still to be written, in line 1 ",
        "solutions/01_scan/scan.cuh: is still to be written, in lines 1, 9 ",
        "solutions/01_scan/wrong: has 0 wrong solutions, expected at least 3",
        "solutions/01_scan/wrong: no wrong solution loses plain, edges"})
    expect_says(ran, 1, missing);
}

}  // namespace
}  // namespace mergelab
