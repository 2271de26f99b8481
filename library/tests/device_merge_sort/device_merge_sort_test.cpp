// device_merge_sort against std::stable_sort: types, sizes, alignments, orders of keys. The same tests run on
// the CPU engine, in each of the three ways for arrays of different lengths, and on a GPU.
#include <gtest/gtest.h>

#include <limits>

#include "../shared/library_test.hpp"
#include "sorts.hpp"
#include "support/long_run.hpp"

namespace {

class LIBRARY_SUITE : public LibraryTest {
 protected:
  void check_types(const SortCase& c) const {
    check_in_turn<SortRequest>(c, {{"sort_int8", check_sort<signed char>},
                                   {"sort_int16", check_sort<short>},
                                   {"sort_int32", check_sort<int>},
                                   {"sort_int64", check_sort<long long>},
                                   {"sort_float_descending", check_sort<float>},
                                   {"sort_keyed12", check_sort<Keyed12>},
                                   {"sort_keyed16", check_sort<Keyed16>}});
  }
};

// Tiles have between 1400 and 11776 elements. Under the checks only a few sizes are affordable.
#ifdef MERGELAB_ON_GPU
constexpr int kSmall = 300, kStep = 1, kRandomCases = 300, kOffsets = 1;
constexpr std::int64_t kLong = 400'009;
#else
const int kSmall = mergelab::in_long_run(130, 64), kStep = mergelab::in_long_run(1, 21),
          kRandomCases = mergelab::in_long_run(60, 2), kOffsets = mergelab::in_long_run(1, 5);
const std::int64_t kLong = mergelab::in_long_run(400'009, 12'601);
#endif

TEST_F(LIBRARY_SUITE, sorts_every_small_size_stably) {
  const auto keyed = module().function<SortFunction>("sort_keyed12"),
             plain = module().function<SortFunction>("sort_int32");
  for (int m = 0; m <= kSmall; m += kStep) {
    SortCase c{m, 3};
    c.seed = static_cast<std::uint64_t>(m) + 1;
    ASSERT_EQ(check_sort<Keyed12>(keyed, c), "") << c;
    ASSERT_EQ(check_sort<int>(plain, c), "") << c;
  }
}

// One less than, as many as and one more than shares, tiles, and a tile's part of a short last one.
TEST_F(LIBRARY_SUITE, sorts_at_the_edges_of_tiles) {
  std::vector<std::int64_t> sizes;
  for (const std::int64_t edge : {23, 736, 1408, 2816, 5632, 5888, 11776, 4 * 5888, 4 * 5888 + 5824})
    for (const std::int64_t near : {-1, 0, 1, 15, 16, 17}) sizes.push_back(edge + near);
  int turn = 0;
  for (const std::int64_t m : sizes) {
    if (!mergelab::is_long_run() && turn++ % (kIsChecked ? 9 : 2) != 0) continue;
    SortCase c{m, 1000};
    c.in_place = m % 2 == 0;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

// Rounds of four ints have tiles of 5824. What they find about a tile waits in it, so a last one needs room.
TEST_F(LIBRARY_SUITE, sorts_when_little_is_left_for_the_last_tile) {
  const auto plain = module().function<SortFunction>("sort_int32");
  for (const int rest : {0, 1, 2, 6, 15, 16, 17}) {
    const SortCase c{4 * 5824 + rest, 1000};
    ASSERT_EQ(check_sort<int>(plain, c), "") << c;
  }
}

TEST_F(LIBRARY_SUITE, sorts_at_any_alignment) {
  for (int offset = 0; offset < 16; offset += kOffsets) {
    SortCase c{12'000 + offset, 5000};
    c.A_offset = offset;
    c.C_offset = offset * 7 % 16;
    c.scratch_offset = offset * 5 % 16;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

TEST_F(LIBRARY_SUITE, sorts_keys_in_every_order) {
  for (int shape = 0; shape < kShapes; ++shape) {
    for (const bool is_wide : {false, true}) {
      SortCase c{kLong, 0, static_cast<Shape>(shape)};
      c.wide_offsets = is_wide;
      c.C_offset = is_wide ? 3 : 0;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

TEST_F(LIBRARY_SUITE, sorts_whatever_it_is_given) {
  std::mt19937_64 random(20261124);
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  for (int i = 0; i < kRandomCases; ++i) {
    SortCase c{below(std::int64_t{1} << (4 + below(13))), static_cast<int>(below(2) * below(300))};
    c.shape = static_cast<Shape>(below(2) * below(kShapes));
    c.A_offset = static_cast<int>(below(16));
    c.C_offset = static_cast<int>(below(16));
    c.scratch_offset = static_cast<int>(below(16));
    c.in_place = below(2) == 0;
    c.wide_offsets = below(2) == 0;
    c.seed = random();
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

// The module sees what is written beside the arrays; the checkers see every access outside of one.
TEST_F(LIBRARY_SUITE, stays_inside_its_arrays_when_keys_have_no_order) {
  const auto sort = module().function<SortFunction>("sort_float_descending");
  for (const std::int64_t m : {std::int64_t{5000}, kLong}) {
    std::mt19937 random(7);
    std::vector<float> A(static_cast<std::size_t>(m)), C(A.size()), A_after(A.size());
    for (float& key : A)
      key = random() % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random());
    for (const bool is_wide : {false, true}) {
      const SortRequest request{A.data(), C.data(), A_after.data(), m, 0, 0, 0, false, is_wide};
      ASSERT_EQ(sort(&request), 0) << m;
    }
  }
#ifndef MERGELAB_ON_GPU
  simt::host::clear_violations();  // a read of uninitialised memory
#endif
}

#ifndef MERGELAB_ON_GPU
TEST_F(LIBRARY_SUITE, sorts_the_same_in_every_order_of_threads) {
  for (const simt::Order& order : kOtherOrders) {
    simt::host::set_order(order);
    SortCase c{12'601};
    c.A_offset = 1;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}
#endif

TEST_F(LIBRARY_SUITE, refuses_bad_arguments) {
  EXPECT_EQ(module().function<int (*)()>("sort_bad_arguments")(), kAllRefused);
  EXPECT_EQ(module().function<int (*)()>("sort_nothing")(), 0);
}

}  // namespace
