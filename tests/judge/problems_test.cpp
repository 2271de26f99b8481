// The inputs of timed calls: ranks of so many merges that no state of one helps with the next, and arrays
// that outlast each other in turn.
#include "judge/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kPairs = 40, kRanks = 3200;

ProblemSet pairs() {
  CaseSpec spec;
  spec.generator = "uneven";
  spec.m = spec.n = SizeExpr("1000");
  spec.count = kPairs;
  return {.arrays = generate(spec, {}, 1), .queries = {}};
}

TEST(Crossed, asks_each_rank_within_one_of_the_arrays_on_either_side) {
  const ProblemSet set = pairs();
  const ProblemSet one = crossed(set, kRanks, 5);
  ASSERT_EQ(one.queries.size(), 1U);
  const Query& query = one.queries[0];
  ASSERT_EQ(query.k.size(), kRanks);
  ASSERT_EQ(query.parts.size(), kRanks);
  for (std::size_t q = 0; q < kRanks; ++q) {
    const Part& part = query.parts[q];
    const std::vector<int> a(one.arrays[0].a.begin() + part.a, one.arrays[0].a.begin() + part.a + part.m);
    const std::vector<int> b(one.arrays[0].b.begin() + part.b, one.arrays[0].b.begin() + part.b + part.n);
    EXPECT_TRUE(std::ranges::any_of(set.arrays, [&](const Arrays& arrays) { return arrays.a == a; })) << q;
    EXPECT_TRUE(std::ranges::any_of(set.arrays, [&](const Arrays& arrays) { return arrays.b == b; })) << q;
    EXPECT_GE(query.k[q], 0);
    EXPECT_LE(query.k[q], part.m + part.n);
  }
}

TEST(EndingIn, exchanges_arrays_of_one_length_and_no_others) {
  const ProblemSet set{.arrays = {{{1, 5}, {2, 3}}, {{1, 2}, {3, 4}}, {{9}, {1, 2}}, {{7}, {7}}, {}},
                       .queries = {}};
  const auto pairs = [&](Last last) {
    std::vector<std::pair<std::vector<int>, std::vector<int>>> all;
    for (const Arrays& pair : ending_in(set, last).arrays) all.emplace_back(pair.a, pair.b);
    return all;
  };
  const decltype(pairs(Last::a)) in_a{{{1, 5}, {2, 3}}, {{3, 4}, {1, 2}}, {{9}, {1, 2}}, {{7}, {7}}, {}};
  const decltype(in_a) in_b{{{2, 3}, {1, 5}}, {{1, 2}, {3, 4}}, {{9}, {1, 2}}, {{7}, {7}}, {}};
  EXPECT_EQ(pairs(Last::a), in_a);
  EXPECT_EQ(pairs(Last::b), in_b);
}

TEST(Crossed, repeats_hardly_any_merge) {
  const ProblemSet one = crossed(pairs(), kRanks, 5);
  std::map<std::pair<int, int>, int> times;
  for (const Part& part : one.queries[0].parts) ++times[{part.a, part.b}];
  EXPECT_GT(times.size(), kPairs * kPairs * 7 / 10) << "of 1600 merges that there are";
  int most = 0;
  for (const auto& [merge, count] : times) most = std::max(most, count);
  EXPECT_LE(most, 12) << "about two are expected";
}

TEST(Crossed, splits_where_k_alone_does_not_tell) {
  // A search that begins where the sizes suggest and goes on by single steps must not be quick.
  const ProblemSet one = crossed(pairs(), kRanks, 5);
  double steps = 0, wide = 0;
  for (std::size_t q = 0; q < kRanks; ++q) {
    const Part& part = one.queries[0].parts[q];
    const int *a = one.arrays[0].a.data() + part.a, *b = one.arrays[0].b.data() + part.b;
    int i = 0;
    for (int k = 0; k < one.queries[0].k[q]; ++k) {
      if (i < part.m && (k - i >= part.n || a[i] <= b[k - i])) ++i;
    }
    const double guess = static_cast<double>(part.m) * one.queries[0].k[q] / std::max(1, part.m + part.n);
    steps += std::abs(i - guess);
    wide += part.m;
  }
  EXPECT_GT(steps, wide / 20);
}

TEST(FreshSeed, is_another_one_each_time) {
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 100; ++i) seeds.insert(fresh_seed());
  EXPECT_EQ(seeds.size(), 100U);
}

}  // namespace
}  // namespace mergelab::judge
