// Arrays for functions that sort: each kind has a different disorder.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "kits/keys/generate.hpp"
#include "kits/keys/terms.hpp"

namespace mergelab::judge {
namespace {

std::vector<int> made(const std::string& generator, const char* m, const char* run = "3", int distinct = 5) {
  KeysCase spec;
  spec.generator = generator;
  spec.m = Size(m);
  spec.run = Size(run);
  spec.distinct = distinct;
  return generate(spec, {}, 5).at(0).a;
}

std::vector<int> in_order(std::vector<int> keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::size_t different(const std::vector<int>& keys) { return std::set<int>(keys.begin(), keys.end()).size(); }

TEST(Disorder, every_kind_that_is_not_sorted_says_so_in_its_table) {
  for (const Generator& generator : generators()) {
    if (generator.name == "literal" || generator.name == "exhaustive") continue;
    const std::vector<int> keys = made(std::string(generator.name), "200");
    EXPECT_EQ(std::is_sorted(keys.begin(), keys.end()), generator.is_sorted) << generator.name;
  }
}

TEST(Disorder, shuffled_keeps_the_keys_of_distinct_and_not_their_order) {
  EXPECT_EQ(in_order(made("shuffled", "100")), made("distinct", "100"));
  EXPECT_NE(made("shuffled", "100"), made("distinct", "100"));
}

TEST(Disorder, a_shuffle_can_put_every_key_everywhere) {
  Random random(3);
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 200; ++i) orders.insert(shuffled({1, 2, 3}, random));
  EXPECT_EQ(orders.size(), 6U);
}

TEST(Disorder, unsorted_few_has_few_keys) {
  EXPECT_EQ(different(made("unsorted_few", "1000")), 5U);
  EXPECT_GT(different(made("unsorted", "1000")), 990U);
}

TEST(Disorder, unsorted_extremes_has_the_smallest_and_the_largest_key) {
  const std::vector<int> keys = made("unsorted_extremes", "200");
  EXPECT_EQ(*std::min_element(keys.begin(), keys.end()), std::numeric_limits<int>::min());
  EXPECT_EQ(*std::max_element(keys.begin(), keys.end()), std::numeric_limits<int>::max());
}

TEST(Disorder, reversed_falls) {
  const std::vector<int> keys = made("reversed", "100");
  EXPECT_TRUE(std::is_sorted(keys.rbegin(), keys.rend()));
  EXPECT_EQ(different(keys), 100U);
}

TEST(Disorder, an_organ_pipe_rises_and_falls_over_the_same_keys) {
  EXPECT_EQ(organ_pipe({1, 2, 3, 4, 5, 6}), (std::vector{1, 2, 3, 3, 2, 1}));
  EXPECT_EQ(organ_pipe({1, 2, 3, 4, 5}), (std::vector{1, 2, 3, 2, 1}));
  EXPECT_EQ(organ_pipe({}), std::vector<int>());
}

TEST(Disorder, a_sawtooth_repeats_its_first_keys) {
  EXPECT_EQ(sawtooth({1, 2, 3, 4, 5}, 2), (std::vector{1, 2, 1, 2, 1}));
  EXPECT_EQ(sawtooth({1, 2, 3}, 7), (std::vector{1, 2, 3}));
}

TEST(Disorder, one_displaced_has_one_element_out_of_place_wherever_that_is) {
  std::set<std::size_t> falls;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<int> keys(20);
    std::iota(keys.begin(), keys.end(), 0);
    const std::vector<int> moved = one_displaced(keys, random);
    EXPECT_EQ(in_order(moved), keys);
    std::size_t count = 0;
    for (std::size_t i = 1; i < moved.size(); ++i) {
      if (moved[i] > moved[i - 1]) continue;
      ++count;
      falls.insert(i);
    }
    EXPECT_EQ(count, 1U) << "seed " << seed;
  }
  EXPECT_GT(falls.size(), 15U);
  Random random(1);
  EXPECT_EQ(one_displaced({7}, random), std::vector{7});
}

}  // namespace
}  // namespace mergelab::judge
