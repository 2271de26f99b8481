// What functions of two sorted arrays are measured by: the limits on comparisons are the ones that the labs
// promise; timed calls ask ranks of so many merges that no state of one helps with the next, and arrays
// outlast each other in turn.
#include <cmath>

#include "judge/inputs.hpp"
#include "kits/pairs/pairs_kit.hpp"
#include "kits/ranks/check.hpp"
#include "support/merges.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kPairs = 40, kRanks = 3200;

const PairsKit& merges() { return static_cast<const PairsKit&>(merge_kit()); }
const PairsKit& ranks() { return static_cast<const PairsKit&>(rank_kit()); }

TEST(Comparisons, of_a_merge_are_one_less_than_its_outputs) {
  const auto of = [](int m, int n) {
    const ProblemSet set = merges_of(
        {{std::vector<int>(static_cast<std::size_t>(m)), std::vector<int>(static_cast<std::size_t>(n))}});
    return merges().comparisons(set, set.queries.front());
  };
  EXPECT_EQ(of(3, 4), 6);
  EXPECT_EQ(of(0, 1), 0);
  EXPECT_EQ(of(0, 0), 0);
}

TEST(Comparisons, of_co_rank_follow_the_formula) {
  for (int m = 0; m < 40; ++m) {
    for (int n = 0; n < 40; ++n) {
      const ProblemSet set = problems_of(
          {{std::vector<int>(static_cast<std::size_t>(m)), std::vector<int>(static_cast<std::size_t>(n))}},
          rank_kit());
      for (int k = 0; k <= m + n; ++k) {
        const int r = std::min(k, m) - std::max(0, k - n);
        const auto expected = 4 * static_cast<std::int64_t>(std::ceil(std::log2(r + 1.0))) + 8;
        ASSERT_EQ(ranks().comparisons(set, ranks_query(set, 0, std::span(&k, 1))), expected)
            << "k = " << k << ", m = " << m << ", n = " << n;
      }
    }
  }
}

TEST(PlainCode, is_timed_and_finds_what_is_right) {
  const ProblemSet merge = merges_of({{{1, 3, 5}, {2, 4}}});
  std::vector<int> found;
  EXPECT_GE(merges().plain_time_s(merge, found), 0);
  EXPECT_EQ(found, (std::vector{1, 2, 3, 4, 5}));
  ProblemSet search = problems_of({{{1, 3, 5}, {2, 4}}}, rank_kit());
  const std::vector<int> k{1, 5, 1};
  const std::vector<Part> parts{{0, 3, 0, 2}, {0, 3, 0, 2}, {1, 2, 0, 1}};
  search.queries = {ranks_query(search, 0, k, parts)};
  EXPECT_GE(ranks().plain_time_s(search, found), 0);
  EXPECT_EQ(found, (std::vector{1, 3, 0})) << "the last of 3, 5 and 2";
}

ProblemSet pairs() {
  KeysCase spec;
  spec.generator = "uneven";
  spec.m = spec.n = Size("1000");
  spec.count = kPairs;
  return problems_of(generate(spec, {}, 1), rank_kit());
}

TEST(Crossed, asks_each_rank_within_one_of_the_arrays_on_either_side) {
  const ProblemSet set = pairs();
  const ProblemSet one = crossed(set, kRanks, 5);
  ASSERT_EQ(one.queries.size(), 1U);
  const Query& query = one.queries[0];
  const std::vector<int> k = ranks_asked(one, query);
  ASSERT_EQ(k.size(), kRanks);
  const Keys all = keys_of(one, 0);
  const auto is_one_of = [&](std::span<const int> part, std::span<const int> Keys::*side) {
    for (std::size_t i = 0; i < set.inputs.size(); ++i) {
      const Keys keys = keys_of(set, i);
      if (std::ranges::equal(keys.*side, part)) return true;
    }
    return false;
  };
  for (std::size_t q = 0; q < kRanks; ++q) {
    const Part part = part_asked(one, query, q);
    const auto size = [](int count) { return static_cast<std::size_t>(count); };
    EXPECT_TRUE(is_one_of(all.a.subspan(size(part.a), size(part.m)), &Keys::a)) << q;
    EXPECT_TRUE(is_one_of(all.b.subspan(size(part.b), size(part.n)), &Keys::b)) << q;
    EXPECT_GE(k[q], 0);
    EXPECT_LE(k[q], part.m + part.n);
  }
}

TEST(TimedMerges, exchange_arrays_of_one_length_and_no_others) {
  const ProblemSet set = merges_of({{{1, 5}, {2, 3}}, {{1, 2}, {3, 4}}, {{9}, {1, 2}}, {{7}, {7}}, {}});
  const auto pairs = [&](int calls_before) {
    std::vector<std::pair<std::vector<int>, std::vector<int>>> all;
    const ProblemSet ended = merges().timed_on_host(set, calls_before);
    for (std::size_t i = 0; i < ended.inputs.size(); ++i) {
      const Keys keys = keys_of(ended, i);
      all.emplace_back(std::vector<int>(keys.a.begin(), keys.a.end()),
                       std::vector<int>(keys.b.begin(), keys.b.end()));
    }
    return all;
  };
  const decltype(pairs(0)) in_a{{{1, 5}, {2, 3}}, {{3, 4}, {1, 2}}, {{9}, {1, 2}}, {{7}, {7}}, {}};
  const decltype(in_a) in_b{{{2, 3}, {1, 5}}, {{1, 2}, {3, 4}}, {{9}, {1, 2}}, {{7}, {7}}, {}};
  EXPECT_EQ(pairs(0), in_a);
  EXPECT_EQ(pairs(1), in_b);
}

TEST(Crossed, repeats_hardly_any_merge) {
  const ProblemSet one = crossed(pairs(), kRanks, 5);
  std::map<std::pair<int, int>, int> times;
  for (std::size_t q = 0; q < kRanks; ++q) {
    const Part part = part_asked(one, one.queries[0], q);
    ++times[{part.a, part.b}];
  }
  EXPECT_GT(times.size(), kPairs * kPairs * 7 / 10) << "of 1600 merges that there are";
  int most = 0;
  for (const auto& [merge, count] : times) most = std::max(most, count);
  EXPECT_LE(most, 12) << "about two are expected";
}

TEST(Crossed, splits_where_k_alone_does_not_tell) {
  // A search that begins where the sizes suggest and goes on by single steps must not be quick.
  const ProblemSet one = crossed(pairs(), kRanks, 5);
  double steps = 0, wide = 0;
  const std::vector<int> asked = ranks_asked(one, one.queries[0]);
  const Keys keys = keys_of(one, 0);
  for (std::size_t q = 0; q < kRanks; ++q) {
    const Part part = part_asked(one, one.queries[0], q);
    const int *a = keys.a.data() + part.a, *b = keys.b.data() + part.b;
    int i = 0;
    for (int k = 0; k < asked[q]; ++k) {
      if (i < part.m && (k - i >= part.n || a[i] <= b[k - i])) ++i;
    }
    const double guess = static_cast<double>(part.m) * asked[q] / std::max(1, part.m + part.n);
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
