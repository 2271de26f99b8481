// device_k_way_merge against std::stable_sort: types, numbers of lists, lengths, alignments, orders of keys.
// The same tests run on the CPU engine, with and without its checks, and on a GPU.
#include <gtest/gtest.h>

#include <limits>

#include "../shared/library_test.hpp"
#include "k_way_cases.hpp"
#include "support/long_run.hpp"

namespace {

class LIBRARY_SUITE : public LibraryTest {
 protected:
  void check_types(const KWayCase& c) const {
    check_in_turn<KWayRequest>(c, {{"k_way_int32", check_k_way<int>},
                                   {"k_way_int8", check_k_way<signed char>},
                                   {"k_way_keyed12", check_k_way<Keyed12>},
                                   {"k_way_int16", check_k_way<short>},
                                   {"k_way_double", check_k_way<double>},
                                   {"k_way_float_descending", check_k_way<float>},
                                   {"k_way_keyed16", check_k_way<Keyed16>},
                                   {"k_way_int64", check_k_way<long long>}});
  }
};

#if defined(MERGELAB_ON_GPU)
constexpr int kRandomCases = 500, kSmallCases = 2000, kMostRandom = 18;
#else
const int kRandomCases = mergelab::in_long_run(40, 60), kSmallCases = mergelab::in_long_run(300, 800),
          kMostRandom = mergelab::in_long_run(16, 14);
#endif

/// As many lists of the same length, but for one element.
std::vector<int> even_lengths(int k, int total) {
  std::vector<int> lengths;
  for (int l = 0; l < k; ++l)
    lengths.push_back(static_cast<int>(std::int64_t{total} * (l + 1) / k - std::int64_t{total} * l / k));
  return lengths;
}

/// All sorted lists of at most `most` keys out of two, as lengths and how many of them are the first.
std::vector<std::pair<int, int>> lists_of_two_symbols(int most) {
  std::vector<std::pair<int, int>> all;
  for (int length = 0; length <= most; ++length)
    for (int zeros = 0; zeros <= length; ++zeros) all.emplace_back(length, zeros);
  return all;
}

TEST_F(LIBRARY_SUITE, merges_every_three_short_lists_of_two_symbols_stably) {
  const auto merge = module().function<KWayFunction>("k_way_keyed12");
  const auto all = lists_of_two_symbols(kIsChecked ? 2 : 3);
  std::vector<Keyed12> keys, expected, C;
  for (const auto& a : all)
    for (const auto& b : all)
      for (const auto& d : all) {
        keys.clear();
        std::vector<int> starts{0};
        for (const auto& [length, zeros] : {a, b, d}) {
          for (int i = 0; i < length; ++i)
            keys.push_back({i < zeros ? 0 : 1, static_cast<int>(keys.size()), 0});
          starts.push_back(static_cast<int>(keys.size()));
        }
        expected = keys;
        std::stable_sort(expected.begin(), expected.end(), KeyMaker<Keyed12>::less);
        C.assign(keys.size(), {});
        const KWayRequest request{keys.data(), starts.data(), C.data(), 3, starts.back(), 0, 0, 0, false};
        ASSERT_EQ(merge(&request), 0);
        ASSERT_TRUE(std::equal(C.begin(), C.end(), expected.begin(), same_bytes<Keyed12>))
            << a.first << ' ' << a.second << ", " << b.first << ' ' << b.second << ", " << d.first << ' '
            << d.second;
      }
}

TEST_F(LIBRARY_SUITE, cuts_few_elements_into_many_shares) {
  std::mt19937_64 random(20261124);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int i = 0; i < kSmallCases; ++i) {
    KWayCase c;
    const int k = 1 + below(16);
    for (int l = 0; l < k; ++l)
      c.lengths.push_back(below(3) == 0 ? 0 : below(4) == 0 ? below(900) : below(60));
    c.symbols = below(2) == 0 ? 1 + below(4) : 0;
    c.mix = static_cast<ListMix>(below(kListMixes));
    c.small_shares = true;
    c.seed = random();
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

TEST_F(LIBRARY_SUITE, merges_at_the_edges_of_shares) {
  for (const int k : {1, 2, 4, 5, 16, 17, 64, 65, 1024}) {
    for (const int total : {1, 255, 7679, 7680, 7681, 15359, 15360, 15361, 15362}) {
      if (kIsChecked && (total % 2 == 0 || k % 2 == 1)) continue;
      KWayCase c;
      c.lengths = even_lengths(k, total);
      c.seed = static_cast<std::uint64_t>(k) * static_cast<std::uint64_t>(total);
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_at_any_alignment) {
  for (int offset = 0; offset < 16; ++offset) {
    KWayCase c;
    c.lengths = even_lengths(3 + offset * 5, 20000 + offset);
    c.lists_offset = offset;
    c.starts_offset = offset % 4;
    c.C_offset = offset * 5 % 16;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

// Four lists are loaded and stored in granules of 16 bytes, wherever they begin and end.
TEST_F(LIBRARY_SUITE, merges_four_lists_at_any_alignment) {
  for (int offset = 0; offset < 16; ++offset) {
    for (int k = 1; k <= 4; ++k) {
      KWayCase c;
      c.lengths = even_lengths(k, 1900 + 3 * offset);
      c.lists_offset = offset;
      c.starts_offset = offset % 4;
      c.C_offset = offset * 5 % 16;
      c.mix = offset % 3 == 0 ? ListMix::greatest : ListMix::even;
      c.small_shares = true;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

// Integers of many lists are sorted by warps, and what a warp lacks is filled with the greatest integer.
TEST_F(LIBRARY_SUITE, merges_integers_of_many_lists) {
  const auto merge = module().function<KWayFunction>("k_way_int32");
  for (const int k : {65, 300, 1024}) {
    for (const int total : {1, 29, 31, 959, 960, 961, 1921, 15359, 15361, 40000}) {
      if (kIsChecked && total > 1000 && total % 2 == 1) continue;
      for (const ListMix mix : {ListMix::even, ListMix::greatest, ListMix::blocks}) {
        KWayCase c;
        c.lengths = even_lengths(k, total);
        c.mix = mix;
        c.seed = static_cast<std::uint64_t>(total);
        ASSERT_EQ(check_k_way<int>(merge, c), "") << c;
      }
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_lists_that_mix_in_every_way) {
  for (int mix = 0; mix < kListMixes; ++mix) {
    for (const int k : {3, 13, 60, 700}) {
      KWayCase c;
      c.lengths = even_lengths(k, 40000);
      c.lengths[static_cast<std::size_t>(k / 2)] = 0;
      c.mix = static_cast<ListMix>(mix);
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_one_list_among_a_thousand_empty_ones) {
  for (const int l : {0, 1, 500, 1023}) {
    KWayCase c;
    c.lengths.assign(1024, 0);
    c.lengths[static_cast<std::size_t>(l)] = 50000;
    check_types(c);
    c.lengths[static_cast<std::size_t>(1023 - l)] += 1;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

TEST_F(LIBRARY_SUITE, merges_whatever_it_is_given) {
  std::mt19937_64 random(20261125);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int i = 0; i < kRandomCases; ++i) {
    KWayCase c;
    const int k = 1 + below(1 << below(11)), most = 1 + below(1 << (2 + below(kMostRandom - 1))) * 2 / k;
    for (int l = 0; l < k; ++l) c.lengths.push_back(below(5) == 0 ? 0 : below(most) >> below(4));
    if (below(4) == 0) c.lengths[static_cast<std::size_t>(below(k))] += below(30000);
    c.symbols = below(2) * below(300);
    c.mix = static_cast<ListMix>(below(kListMixes));
    c.lists_offset = below(16);
    c.starts_offset = below(4);
    c.C_offset = below(16);
    c.seed = random();
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

// The module sees what is written beside the outputs; the checkers see every access outside an array.
TEST_F(LIBRARY_SUITE, stays_inside_its_arrays_when_lists_are_not_sorted) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    KWayCase c;
    c.lengths = even_lengths(seed % 2 == 0 ? 9 : 300, 45000);
    c.lists_offset = 1;
    c.seed = seed;
    c.is_sorted = false;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
    c.small_shares = true;
    for (const int k : {3, 4, 7}) {
      c.lengths = even_lengths(k, 3000);
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

// Of NaN several keys may be in the middle of a warp's, or none.
TEST_F(LIBRARY_SUITE, stays_inside_its_arrays_when_keys_have_no_order) {
  const auto merge = module().function<KWayFunction>("k_way_double");
  std::mt19937_64 random(20261126);
  for (const int k : {4, 16, 60, 90, 1024}) {
    const std::vector<int> lengths = even_lengths(k, 50000);
    std::vector<int> starts{0};
    for (const int length : lengths) starts.push_back(starts.back() + length);
    std::vector<double> keys(50000), C(50000);
    for (double& key : keys)
      key =
          random() % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(random() % 1000);
    const KWayRequest request{keys.data(), starts.data(), C.data(), k, 50000, 1, 0, 1, false};
    EXPECT_EQ(merge(&request), 0) << k;
  }
}

#ifndef MERGELAB_ON_GPU
TEST_F(LIBRARY_SUITE, merges_the_same_in_every_order_of_threads) {
  for (const simt::Order& order : kOtherOrders) {
    simt::host::set_order(order);
    for (const int k : {4, 11, 40, 200}) {
      KWayCase c;
      c.lengths = even_lengths(k, 25000);
      c.symbols = 500;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}
#endif

TEST_F(LIBRARY_SUITE, refuses_bad_arguments) {
  EXPECT_EQ(module().function<int (*)()>("k_way_bad_arguments")(), kAllRefused);
  EXPECT_EQ(module().function<int (*)()>("k_way_nothing")(), 0);
}

}  // namespace
