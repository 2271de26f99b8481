// The fast check of merges of ints agrees with the slow one.
#include <gtest/gtest.h>

#include <algorithm>

#include "judge/check.hpp"

namespace mergelab::judge {
namespace {

const Arrays kArrays{{1, 3, 3, 9}, {-5, 3, 10}};
const std::vector<int> kMerged{-5, 1, 3, 3, 3, 9, 10};

Outcome checked_ints(const std::vector<int>& c) {
  return check_merge_of_ints(kArrays, std::as_bytes(std::span(c)));
}

TEST(CheckMergeOfInts, passes_the_merge) {
  EXPECT_TRUE(checked_ints(kMerged).passed());
  EXPECT_TRUE(check_merge_of_ints({{}, {}}, {}).passed());
}

TEST(CheckMergeOfInts, tells_each_wrong_output_as_the_slow_check_does) {
  for (std::size_t at = 0; at < kMerged.size(); ++at) {
    std::vector<int> wrong = kMerged;
    wrong[at] += 1;
    EXPECT_EQ(checked_ints(wrong).verdict, Verdict::wrong_answer) << at;
    EXPECT_EQ(checked_ints(wrong).message,
              check_merge(kArrays, std::as_bytes(std::span(wrong)), ValueType::int32, Labels(), {}).message);
  }
  std::vector<int> unsorted = kMerged;
  std::swap(unsorted[0], unsorted[1]);
  EXPECT_EQ(checked_ints(unsorted).verdict, Verdict::wrong_answer);
}

TEST(CheckMergeOfInts, sees_keys_that_are_doubled_or_lost_in_sorted_output) {
  EXPECT_EQ(checked_ints({-5, 1, 1, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
  EXPECT_EQ(checked_ints({1, 1, 3, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
}

}  // namespace
}  // namespace mergelab::judge
