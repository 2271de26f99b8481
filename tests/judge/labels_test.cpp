// Labels don't reveal the order of their values, and change each time.
#include "judge/image.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

#include "checked.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

constexpr int kCount = 1000;

Arrays rising() {
  Arrays arrays;
  arrays.a.resize(kCount);
  arrays.b.resize(kCount);
  std::iota(arrays.a.begin(), arrays.a.end(), 0);
  std::iota(arrays.b.begin(), arrays.b.end(), kCount);
  return arrays;
}

TEST(Labels, name_each_element_once) {
  const Arrays small{{1, 1}, {1}};
  const Labels labels = labels_of({small, rising()}, 7);
  std::set<std::uint32_t> seen;
  for (std::size_t place = 0; place < 3 + 2 * kCount; ++place) seen.insert(labels.label(place));
  EXPECT_EQ(seen.size(), 3U + 2 * kCount);
  EXPECT_EQ(labels.find(labels.label(1))->origin, 1);
  EXPECT_EQ(labels.find(labels.label(2))->origin, 2);
  EXPECT_EQ(labels.find(labels.label(3 + kCount))->key, kCount) << "the second pair's B";
  EXPECT_EQ(labels.find(labels.label(3 + kCount))->origin, kCount);
  EXPECT_FALSE(labels.find(3 + 2 * kCount));
}

TEST(Labels, rise_and_fall_alike_along_the_keys) {
  const Labels labels = labels_of({rising()}, 1);
  int rises = 0;
  for (std::size_t i = 0; i + 1 < kCount; ++i) rises += labels.label(i) < labels.label(i + 1) ? 1 : 0;
  EXPECT_GT(rises, kCount * 4 / 10);
  EXPECT_LT(rises, kCount * 6 / 10);
}

TEST(Labels, are_others_for_another_seed_and_no_two_seeds_are_alike) {
  const Labels one = labels_of({rising()}, fresh_seed()), other = labels_of({rising()}, fresh_seed());
  int same = 0;
  for (std::size_t place = 0; place < 2 * kCount; ++place)
    same += one.label(place) == other.label(place) ? 1 : 0;
  EXPECT_LT(same, 20) << "about one of 2000 is expected";
}

TEST(Labels, compare_what_they_stand_for) {
  const Labels labels = labels_of({{{1, 5}, {5, std::numeric_limits<int>::max()}}}, 3);
  const std::uint32_t low = labels.label(0), a = labels.label(1), b = labels.label(2), high = labels.label(3);
  EXPECT_TRUE(labels.less(low, a));
  EXPECT_FALSE(labels.less(a, low));
  EXPECT_FALSE(labels.less(a, b) || labels.less(b, a)) << "equal keys";
  EXPECT_TRUE(labels.less(high, 1000) && labels.less(1000, 1001)) << "an invalid label comes last";
}

}  // namespace
}  // namespace mergelab::judge
