// The fast check of merges of ints agrees with the slow one.
#include <gtest/gtest.h>

#include <algorithm>

#include "judge/checked.hpp"
#include "kits/merge/check.hpp"

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
    EXPECT_EQ(
        message_of(checked_ints(wrong)),
        message_of(check_merge(kArrays, std::as_bytes(std::span(wrong)), ValueType::int32, Labels(), {})));
  }
  std::vector<int> unsorted = kMerged;
  std::swap(unsorted[0], unsorted[1]);
  EXPECT_EQ(checked_ints(unsorted).verdict, Verdict::wrong_answer);
}

TEST(CheckMergeOfInts, sees_keys_that_are_doubled_or_lost_in_sorted_output) {
  EXPECT_EQ(checked_ints({-5, 1, 1, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
  EXPECT_EQ(checked_ints({1, 1, 3, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
}

TEST(IsMergeOfInts, agrees_with_std_merge_and_sees_each_changed_element) {
  for (unsigned bits = 0; bits < 1U << 12; ++bits) {  // two keys of each element, two arrays of up to 4
    Arrays arrays;
    for (unsigned i = 0; i < ((bits >> 8) & 3U); ++i) arrays.a.push_back(static_cast<int>((bits >> i) & 1U));
    for (unsigned j = 0; j < ((bits >> 10) & 3U); ++j)
      arrays.b.push_back(static_cast<int>((bits >> (4 + j)) & 1U));
    std::sort(arrays.a.begin(), arrays.a.end());
    std::sort(arrays.b.begin(), arrays.b.end());
    std::vector<int> c(arrays.a.size() + arrays.b.size());
    std::merge(arrays.a.begin(), arrays.a.end(), arrays.b.begin(), arrays.b.end(), c.begin());
    EXPECT_TRUE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
    for (int& key : c) {
      ++key;
      EXPECT_FALSE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
      --key;
    }
    c.push_back(1);
    EXPECT_FALSE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
  }
}

}  // namespace
}  // namespace mergelab::judge
