// The rate is that of the mutants that differ from the solution, and the table counts each of them.
#include "tally.hpp"

#include <gtest/gtest.h>

namespace mergelab::mutants {
namespace {

Tally tally(int killed, int survived) {
  Tally tally;
  for (int i = 0; i < killed; ++i) tally.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::killed);
  for (int i = 0; i < survived; ++i) tally.add({"02_b", "swap", "", 1, 1, ""}, MutantStatus::survived);
  return tally;
}

TEST(Tally, asks_for_97_of_100) {
  EXPECT_TRUE(tally(97, 3).enough());
  EXPECT_FALSE(tally(96, 4).enough());
  EXPECT_TRUE(tally(0, 0).enough());
}

TEST(Tally, lets_a_small_sample_miss_one) {
  EXPECT_FALSE(tally(15, 1).enough());
  EXPECT_TRUE(tally(15, 1).enough(true));
  EXPECT_FALSE(tally(14, 2).enough(true));
}

TEST(Tally, leaves_out_what_does_not_differ_or_does_not_build) {
  Tally some = tally(1, 1);
  for (int i = 0; i < 100; ++i) {
    some.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::equivalent);
    some.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::not_built);
  }
  EXPECT_DOUBLE_EQ(some.rate(), 0.5);
}

TEST(Tally, has_a_row_for_each_lab_and_operator) {
  Tally some = tally(2, 1);
  some.add({"01_a", "swap", "", 1, 1, ""}, MutantStatus::not_built);
  EXPECT_EQ(some.table(),
            "                        mutants  not built   killed   equivalent  survived\n"
            "01_a                          3          1        2            0         0\n"
            "02_b                          1          0        0            0         1\n"
            "rel                           2          0        2            0         0\n"
            "swap                          2          1        0            0         1\n"
            "all                           4          1        2            0         1\n");
}

}  // namespace
}  // namespace mergelab::mutants
