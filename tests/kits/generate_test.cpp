// Every generator makes sorted arrays of the requested size, the same for the same seed, with the intended
// property.
#include "kits/keys/generate.hpp"
#include "finding/explanation.hpp"
#include "judge/inputs.hpp"
#include "kits/keys/terms.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

KeysCase spec(const std::string& generator, const char* m, const char* n) {
  KeysCase result;
  result.generator = generator;
  result.m = Size(m);
  result.n = Size(n);
  result.distinct = 3;
  result.run = Size("tile+1");
  return result;
}

constexpr Symbols kSymbols{.section = 1024, .tile = 256, .block = 128, .threads = 2048, .share = 8};

Arrays one(const KeysCase& spec, std::uint64_t seed = 5) { return generate(spec, kSymbols, seed).at(0); }

TEST(Generate, every_kind_for_a_merge_is_sorted_and_each_kind_of_the_size_asked_for) {
  for (const Generator& generator : generators()) {
    const std::string name(generator.name);
    if (name == "literal" || name == "exhaustive") continue;
    for (const auto& [m, n] :
         {std::pair{"section", "2*tile+1"}, {"0", "7"}, {"7", "0"}, {"0", "0"}, {"1", "section"}}) {
      const Arrays arrays = one(spec(name, m, n));
      EXPECT_EQ(static_cast<std::int64_t>(arrays.a.size()), Size(m).evaluate(kSymbols)) << name;
      EXPECT_EQ(static_cast<std::int64_t>(arrays.b.size()), Size(n).evaluate(kSymbols)) << name;
      if (!generator.is_sorted) continue;
      EXPECT_TRUE(std::is_sorted(arrays.a.begin(), arrays.a.end())) << name << " A, m = " << m;
      EXPECT_TRUE(std::is_sorted(arrays.b.begin(), arrays.b.end())) << name << " B, n = " << n;
    }
  }
}

TEST(Generate, the_same_seed_gives_the_same_arrays_and_another_seed_others) {
  EXPECT_EQ(one(spec("uniform", "100", "100"), 1).a, one(spec("uniform", "100", "100"), 1).a);
  EXPECT_NE(one(spec("uniform", "100", "100"), 1).a, one(spec("uniform", "100", "100"), 2).a);
}

TEST(Generate, the_random_numbers_are_fixed_for_good) {
  // Seeds are written in reports and lists of cases: their arrays must never change.
  EXPECT_EQ(one(spec("distinct", "4", "4"), 1).a, (std::vector<int>{-592891, -591604, -590810, -589673}));
}

TEST(Generate, random_numbers_below_a_bound_are_fixed_for_good) {
  Random random(7);
  EXPECT_EQ(random.below(10), 3U);
  EXPECT_EQ(random.below(1'000'000), 16'788U);
  EXPECT_EQ(random.below((std::uint64_t{1} << 40) + 5), 990'396'842'175U);
  EXPECT_EQ(random.below(~std::uint64_t{0}), 10'753'165'928'301'472'202U);
}

TEST(Generate, distinct_has_no_key_twice) {
  const Arrays arrays = one(spec("distinct", "section", "section"));
  std::set<int> keys(arrays.a.begin(), arrays.a.end());
  keys.insert(arrays.b.begin(), arrays.b.end());
  EXPECT_EQ(keys.size(), 2048U);
}

TEST(Generate, uneven_has_no_key_twice_in_any_of_its_pairs) {
  KeysCase many = spec("uneven", "section", "section");
  many.count = 20;
  std::set<int> of_a, of_b;
  std::size_t count_a = 0;
  for (const Arrays& arrays : generate(many, kSymbols, 1)) {
    of_a.insert(arrays.a.begin(), arrays.a.end());
    of_b.insert(arrays.b.begin(), arrays.b.end());
    count_a += arrays.a.size();
    EXPECT_EQ(std::adjacent_find(arrays.a.begin(), arrays.a.end()), arrays.a.end());
  }
  EXPECT_GT(count_a, 0U);
  for (const int key : of_a) EXPECT_FALSE(of_b.contains(key)) << key;
}

TEST(Generate, skewed_has_most_keys_in_a_small_part_of_its_range) {
  const Arrays arrays = one(spec("skewed", "524288", "section"));
  EXPECT_EQ(std::adjacent_find(arrays.a.begin(), arrays.a.end(), std::greater_equal<>()), arrays.a.end());
  const int eighth = arrays.a.back() / 8;
  EXPECT_GT(std::ranges::count_if(arrays.a, [&](int key) { return key < eighth; }), 3 * 524288 / 4);
  EXPECT_EQ(arrays.b.size(), 1024U);
}

/// How far a key of A stands, on average, from where its own place, or its value, lets one expect it in B.
std::pair<double, double> mean_surprise(const char* generator) {
  const Arrays arrays = one(spec(generator, "65536", "65536"));
  std::vector<int> all = arrays.a;
  all.insert(all.end(), arrays.b.begin(), arrays.b.end());
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << "a key comes twice";
  double of_place = 0, of_value = 0;
  const double range = static_cast<double>(all.back()) - all.front();
  for (std::size_t i = 0; i < arrays.a.size(); ++i) {
    const auto before =
        static_cast<double>(std::ranges::lower_bound(arrays.b, arrays.a[i]) - arrays.b.begin());
    of_place += std::abs(before - static_cast<double>(i));
    of_value += std::abs(before - 65536 * (static_cast<double>(arrays.a[i]) - all.front()) / range);
  }
  return {of_place / 65536, of_value / 65536};
}

TEST(Generate, nothing_predicts_a_place_in_clustered_keys) {
  const auto [even_place, even_value] = mean_surprise("distinct");
  const auto [place, value] = mean_surprise("clustered");
  EXPECT_GT(place, 8 * even_place);
  EXPECT_GT(value, 8 * even_value);
}

TEST(GenerateSlow, distinct_fits_into_int_for_the_largest_sizes) {
  const Arrays arrays = one(spec("distinct", "8388608", "8388609"));
  EXPECT_LT(arrays.a.front(), arrays.a.back());
  EXPECT_TRUE(std::is_sorted(arrays.a.begin(), arrays.a.end()));
}

TEST(Generate, few_has_only_as_many_keys_as_asked_for) {
  const Arrays arrays = one(spec("few", "section", "section"));
  EXPECT_EQ(std::set<int>(arrays.a.begin(), arrays.a.end()).size(), 3U);
}

TEST(Generate, a_first_and_b_first_are_disjoint) {
  const Arrays a_first = one(spec("a_first", "100", "50"));
  EXPECT_LT(a_first.a.back(), a_first.b.front());
  const Arrays b_first = one(spec("b_first", "100", "50"));
  EXPECT_LT(b_first.b.back(), b_first.a.front());
}

TEST(Generate, runs_take_turns_after_as_many_elements_as_asked_for) {
  const Arrays arrays = one(spec("runs", "2*tile+2", "2*tile+2"));
  const auto taken = std::upper_bound(arrays.a.begin(), arrays.a.end(), arrays.b.front()) - arrays.a.begin();
  EXPECT_EQ(taken, 257);
}

TEST(Generate, equal_runs_repeat_each_key_in_both_arrays) {
  const Arrays arrays = one(spec("equal_runs", "section", "section"));
  EXPECT_EQ(std::count(arrays.a.begin(), arrays.a.end(), 0), 257);
  EXPECT_EQ(std::count(arrays.b.begin(), arrays.b.end(), 1), 257);
}

TEST(Generate, extremes_hold_the_smallest_and_the_largest_int) {
  const Arrays arrays = one(spec("extremes", "section", "section"));
  EXPECT_EQ(arrays.a.front(), std::numeric_limits<int>::min());
  EXPECT_EQ(arrays.a.back(), std::numeric_limits<int>::max());
}

TEST(Generate, exhaustive_holds_every_small_pair_once) {
  KeysCase small = spec("exhaustive", "2", "1");
  // Sorted arrays over 3 keys: 1 + 3 + 6 of up to 2 elements, 1 + 3 of up to 1.
  const std::vector<Arrays> all = generate(small, kSymbols, 1);
  EXPECT_EQ(all.size(), 40U);
  std::set<std::pair<std::vector<int>, std::vector<int>>> different;
  for (const Arrays& pair : all) different.emplace(pair.a, pair.b);
  EXPECT_EQ(different.size(), 40U);
}

TEST(Generate, several_problems_differ) {
  KeysCase many = spec("uniform", "30", "30");
  many.count = 20;
  const std::vector<Arrays> problems = generate(many, kSymbols, 1);
  ASSERT_EQ(problems.size(), 20U);
  EXPECT_NE(problems[0].a, problems[1].a);
}

TEST(Generate, refuses_an_unknown_kind_and_absurd_sizes) {
  EXPECT_THROW(static_cast<void>(one(spec("sorted", "1", "1"))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(one(spec("uniform", "2000000000", "2000000000"))), std::out_of_range);
}

TEST(DrawnSizes, are_smaller_by_whole_tiles_sections_and_lists_and_follow_from_the_seed) {
  KeysCase drawn = spec("distinct", "4*section", "4000");
  drawn.section = Size("1000");
  drawn.tile = Size("100");
  drawn.vary = 25;
  drawn.lists = ListsSpec{.k = 8};
  std::set<std::int64_t> sections, lengths, lists;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const KeysCase one = with_drawn_sizes(drawn, {}, seed);
    const Symbols sizes = one.symbols({});
    EXPECT_EQ(sizes.tile, 100);
    sections.insert(sizes.section);
    EXPECT_EQ(one.m.evaluate(sizes) % sizes.section, 0) << seed;
    lengths.insert(one.m.evaluate(sizes) / sizes.section);
    EXPECT_LE(one.n.evaluate(sizes), 4000) << seed;
    lists.insert(one.lists->k);
    EXPECT_EQ(with_drawn_sizes(drawn, {}, seed).m.text(), one.m.text()) << seed;
  }
  EXPECT_EQ(sections, (std::set<std::int64_t>{800, 900, 1000}));
  EXPECT_EQ(lengths, (std::set<std::int64_t>{3, 4}));
  EXPECT_EQ(lists, (std::set<std::int64_t>{6, 7, 8}));
}

TEST(DrawnSizes, are_those_of_the_case_where_it_does_not_vary) {
  const KeysCase fixed = with_drawn_sizes(spec("distinct", "2*section", "7"), {.section = 5}, 3);
  EXPECT_EQ(fixed.m.text(), "2*section");
  EXPECT_FALSE(fixed.section);
}

TEST(CaseSeed, depends_on_the_secret_in_hidden_families_alone) {
  Family family;
  family.name = "random";
  const CaseSpec one_case = spec_of(spec("uniform", "1", "1"), "case");
  EXPECT_EQ(case_seed(1, family, one_case, "x"), case_seed(1, family, one_case, "y"));
  family.hidden = true;
  EXPECT_NE(case_seed(1, family, one_case, "x"), case_seed(1, family, one_case, "y"));
  EXPECT_NE(case_seed(1, family, one_case, "x"), case_seed(2, family, one_case, "x"));
}

std::vector<int> lengths_of(const Arrays& arrays) {
  std::vector<int> lengths;
  for (std::size_t l = 0; l + 1 < arrays.starts.size(); ++l)
    lengths.push_back(arrays.starts[l + 1] - arrays.starts[l]);
  return lengths;
}

Arrays lists(int k, const char* m, const char* lengths, const char* order) {
  KeysCase wanted = spec("distinct", m, "0");
  wanted.lists = ListsSpec{k, lengths, order};
  return one(wanted);
}

TEST(GenerateLists, every_kind_deals_all_keys_to_sorted_lists) {
  const Arrays undealt = one(spec("distinct", "1000", "0"));
  for (const std::string& lengths : names_of(list_lengths())) {
    for (const std::string& order : names_of(list_orders())) {
      for (const int k : {1, 2, 7, 1200}) {
        const Arrays arrays = lists(k, "1000", lengths.c_str(), order.c_str());
        ASSERT_EQ(lengths_of(arrays).size(), static_cast<std::size_t>(k)) << lengths << ", " << order;
        EXPECT_EQ(arrays.starts.front(), 0);
        EXPECT_EQ(arrays.starts.back(), 1000);
        EXPECT_TRUE(arrays.b.empty());
        for (int l = 0; l < k; ++l) {
          const auto at = [&](int list) {
            return arrays.a.begin() + arrays.starts[static_cast<std::size_t>(list)];
          };
          EXPECT_TRUE(std::is_sorted(at(l), at(l + 1))) << lengths << ", " << order << ", list " << l;
        }
        std::vector<int> all = arrays.a;
        std::sort(all.begin(), all.end());
        EXPECT_EQ(all, undealt.a) << lengths << ", " << order;
      }
    }
  }
}

TEST(GenerateLists, lengths_are_what_they_are_called) {
  EXPECT_EQ(lengths_of(lists(3, "10", "equal", "turns")), (std::vector{3, 3, 4}));
  EXPECT_EQ(lengths_of(lists(4, "10", "halving", "turns")), (std::vector{5, 3, 1, 1}));
  EXPECT_EQ(lengths_of(lists(4, "10", "long", "turns")), (std::vector{1, 1, 7, 1}));
  EXPECT_EQ(lengths_of(lists(4, "10", "alone", "turns")), (std::vector{0, 0, 10, 0}));
  EXPECT_EQ(lengths_of(lists(0, "0", "random", "mixed")), std::vector<int>{});
}

TEST(GenerateLists, orders_are_what_they_are_called) {
  const Arrays forward = lists(2, "8", "equal", "forward"), backward = lists(2, "8", "equal", "backward"),
               turns = lists(2, "8", "equal", "turns");
  EXPECT_LT(forward.a[3], forward.a[4]);
  EXPECT_GT(backward.a[0], backward.a[7]);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(turns.a[i], turns.a[4 + i]);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(turns.a[i + 1], turns.a[4 + i]);
}

TEST(GenerateLists, several_problems_have_any_number_of_lists_up_to_k) {
  KeysCase wanted = spec("uniform", "50", "0");
  wanted.lists = ListsSpec{.k = 9};
  wanted.count = 200;
  std::set<std::size_t> numbers;
  for (const Arrays& arrays : generate(wanted, kSymbols, 5)) numbers.insert(arrays.starts.size() - 1);
  EXPECT_EQ(numbers, (std::set<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(GenerateLists, no_lists_hold_no_keys) {
  EXPECT_THROW(static_cast<void>(lists(0, "1", "random", "mixed")), std::out_of_range);
}

TEST(GenerateLists, a_pair_of_arrays_is_two_lists) {
  const Arrays both = as_lists({{1, 4}, {3}});
  EXPECT_EQ(both.a, (std::vector{1, 4, 3}));
  EXPECT_EQ(both.starts, (std::vector{0, 2, 3}));
  EXPECT_EQ(place_in_lists(both, 2), say(Sentence::element_of_list, 1, 0));
  EXPECT_EQ(place_in_lists(Arrays{{1, 2}, {}, {0, 1, 1, 1, 2}}, 1), say(Sentence::element_of_list, 3, 0))
      << "not an empty one";
}

// Arrays for functions that sort: each kind has a different disorder.

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
