// Parts of an allocation have separate bounds, names and values.
#include "checked.hpp"

namespace {

using Parts = CheckedModule<"bounds">;

// A, a gap, B and C in one allocation, as a grader places them to have its own bytes around them.
TEST_F(Parts, are_all_that_may_be_touched) {
  int* whole = numbers(64, "whole");
  EXPECT_EQ(violations("run_read_at", whole, 40), "");
  simt::host::name_part(whole + 8, 8 * sizeof(int), "A", simt::Use::Input);
  simt::host::name_part(whole + 16, 8 * sizeof(int), "B", simt::Use::Input);
  EXPECT_EQ(violations("run_read_at", whole + 8, 7), "");
  EXPECT_TRUE(holds(violations("run_read_at", whole + 16, 8), {"out_of_bounds: ", "B[8] of 8 by 4 bytes"}));
  EXPECT_TRUE(holds(violations("run_read_at", whole + 8, -1), {"out_of_bounds: ", "A[-1]"}));
  EXPECT_TRUE(holds(violations("run_read_at", whole, 40), {"out_of_bounds: "}));
}

TEST_F(Parts, without_elements_have_none) {
  int* whole = numbers(64, "whole");
  simt::host::name_part(whole + 8, 0, "A", simt::Use::Input);
  EXPECT_TRUE(holds(violations("run_read_at", whole + 8, 0), {"out_of_bounds: ", "A[0] of 0 by 4 bytes"}));
}

TEST_F(Parts, for_output_have_no_value_yet_and_those_for_input_are_not_written) {
  int* whole = numbers(64, "whole");
  simt::host::name_part(whole + 8, 8 * sizeof(int), "A", simt::Use::Input);
  simt::host::name_part(whole + 24, 8 * sizeof(int), "C", simt::Use::Output);
  EXPECT_TRUE(holds(violations("run_read_at", whole + 24, 3), {"uninitialised_read: ", "C[3]"}));
  EXPECT_EQ(violations("run_write_at", whole + 24, 3), "");
  EXPECT_TRUE(holds(violations("run_write_at", whole + 8, 3), {"write_to_const: ", "A[3]"}));
}

TEST_F(Parts, end_with_their_allocation) {
  void* memory = nullptr;
  ASSERT_EQ(simt::allocate(&memory, 256), cudaSuccess);
  int* whole = static_cast<int*>(memory);
  simt::host::name_part(whole + 8, 32, "A", simt::Use::Input);
  EXPECT_NE(cudaFree(whole + 8), cudaSuccess);  // a part is not given back by itself
  EXPECT_EQ(cudaFree(whole), cudaSuccess);
  EXPECT_TRUE(holds(violations("run_read_at", whole + 8, 0), {"use_after_free: "}));
}

}  // namespace
