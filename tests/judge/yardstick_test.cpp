// The limits on comparisons are the ones that the labs promise.
#include "judge/yardstick.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mergelab::judge {
namespace {

TEST(Comparisons, of_a_merge_are_one_less_than_its_outputs) {
  EXPECT_EQ(merge_comparisons(3, 4), 6);
  EXPECT_EQ(merge_comparisons(0, 1), 0);
  EXPECT_EQ(merge_comparisons(0, 0), 0);
}

TEST(Comparisons, of_co_rank_follow_the_formula) {
  for (std::int64_t m = 0; m < 40; ++m) {
    for (std::int64_t n = 0; n < 40; ++n) {
      for (std::int64_t k = 0; k <= m + n; ++k) {
        const std::int64_t r = std::min(k, m) - std::max<std::int64_t>(0, k - n);
        const auto expected =
            4 * static_cast<std::int64_t>(std::ceil(std::log2(static_cast<double>(r + 1)))) + 8;
        ASSERT_EQ(co_rank_comparisons(k, m, n), expected) << "k = " << k << ", m = " << m << ", n = " << n;
      }
    }
  }
}

TEST(Yardstick, takes_time_for_both_kinds_and_no_other) {
  const Arrays arrays{{1, 3, 5}, {2, 4}};
  Yardstick merge("std_merge"), search("std_search");
  EXPECT_GE(merge.time_s(arrays, {0}), 0);
  EXPECT_EQ(merge.result(), (std::vector{1, 2, 3, 4, 5}));
  EXPECT_GE(search.time_s(arrays, {0, {1, 5, 1}, {{0, 3, 0, 2}, {0, 3, 0, 2}, {1, 2, 0, 1}}}), 0);
  EXPECT_EQ(search.result(), (std::vector{1, 3, 0})) << "the last of 3, 5 and 2";
  EXPECT_THROW(Yardstick("cub"), std::invalid_argument);
}

}  // namespace
}  // namespace mergelab::judge
