// device_merge against std::merge: types, sizes, alignments, orders of keys. The same tests run on the CPU
// engine, with and without its copy engine and its checks, and on a GPU.
#include <gtest/gtest.h>

#include "../shared/library_test.hpp"
#include "merges.hpp"
#include "support/long_run.hpp"

namespace {

class LIBRARY_SUITE : public LibraryTest {
 protected:
  void check_types(const MergeCase& c) const {
    check_in_turn<MergeRequest>(c, {{"merge_int8", check_merge<signed char>},
                                    {"merge_int16", check_merge<short>},
                                    {"merge_int32", check_merge<int>},
                                    {"merge_int64", check_merge<long long>},
                                    {"merge_float_descending", check_merge<float>},
                                    {"merge_keyed8", check_merge<Keyed8>},
                                    {"merge_keyed12", check_merge<Keyed12>},
                                    {"merge_keyed16", check_merge<Keyed16>},
                                    {"merge_int32_with_int32", check_merge<int, int>},
                                    {"merge_int8_with_int64", check_merge<signed char, long long>},
                                    {"merge_int64_with_int8", check_merge<long long, signed char>}});
  }
};

// The tests' sizes: a tile has between 64 and 6000 elements. Under the checks only a few sizes are
// affordable.
constexpr int kLong = 30011, kOther = 29989, kFew = 3;
#ifdef MERGELAB_ON_GPU
constexpr int kSmall = 130, kStep = 13, kRandomCases = 300;  // on_gpu/ has all sizes, and 10^5 cases
#else
const int kSmall = 130, kStep = mergelab::in_long_run(3, 43), kRandomCases = mergelab::in_long_run(40, 10);
#endif

TEST_F(LIBRARY_SUITE, merges_every_small_size_stably) {
  const auto keyed = module().function<MergeFunction>("merge_keyed12"),
             plain = module().function<MergeFunction>("merge_int32");
  for (int m = 0; m <= kSmall; m += kStep) {
    for (int n = 0; n <= kSmall; n += kStep) {
      MergeCase c{m, n, 3};
      c.seed = static_cast<std::uint64_t>(m) * 1000 + static_cast<std::uint64_t>(n);
      ASSERT_EQ(check_merge<Keyed12>(keyed, c), "") << c;
      ASSERT_EQ(check_merge<int>(plain, c), "") << c;
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_every_type_at_the_edges_of_tiles) {
  bool has_workspace = false;
  for (const std::int64_t outputs : {0, 1, 2, 31, 1791, 1792, 1793, 4351, 4352, 4353, 4360, 8704, 13057}) {
    for (const std::int64_t m :
         {std::int64_t{0}, outputs / 100, outputs / 2, outputs - outputs / 3, outputs}) {
      MergeCase c{m, outputs - m, 50};
      c.workspace = has_workspace = !has_workspace;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_at_any_alignment) {
  for (int offset = 0; offset < 16; ++offset) {
    MergeCase c{5000 + offset, 4000 - offset, 1000};
    c.A_offset = offset;
    c.B_offset = offset * 7 % 16;
    c.C_offset = offset * 5 % 16;
    c.workspace = offset % 2 == 0;
    c.values_offset = offset * 3 % 16;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

TEST_F(LIBRARY_SUITE, merges_inputs_that_mix_in_every_way) {
  for (const Mix mix :
       {Mix::even, Mix::equal, Mix::A_first, Mix::B_first, Mix::blocks, Mix::conflicts, Mix::lockstep}) {
    for (const bool is_lopsided : {false, true}) {
      MergeCase c{kLong, is_lopsided ? kFew : kOther, 0, mix};
      c.multiprocessors = 1;  // so that a block makes several tiles
      c.C_offset = 3;
      c.workspace = !is_lopsided;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
      std::swap(c.m, c.n);
      c.wide_offsets = true;
      ASSERT_NO_FATAL_FAILURE(check_types(c));
    }
  }
}

TEST_F(LIBRARY_SUITE, merges_whatever_it_is_given) {
  std::mt19937_64 random(20261123);
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  for (int i = 0; i < kRandomCases; ++i) {
    const std::int64_t limit = std::int64_t{1} << (4 + below(12));
    MergeCase c{below(limit), below(limit) / (std::int64_t{1} << below(10)),
                static_cast<int>(below(2) * below(300))};
    c.mix = static_cast<Mix>(below(7));
    c.A_offset = static_cast<int>(below(16));
    c.B_offset = static_cast<int>(below(16));
    c.C_offset = static_cast<int>(below(16));
    c.values_offset = static_cast<int>(below(16));
    c.multiprocessors = static_cast<int>(below(4));
    c.wide_offsets = below(2) == 0;
    c.workspace = below(2) == 0;
    c.seed = random();
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}

// The module sees what is written beside the outputs; the checkers see every access outside an array.
TEST_F(LIBRARY_SUITE, stays_inside_its_arrays_when_keys_are_not_sorted) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    MergeCase c{20000, 9000, 0};
    c.seed = seed;
    c.is_sorted = false;
    c.workspace = seed % 2 == 0;
    c.A_offset = 1;
    c.multiprocessors = 1;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
#ifndef MERGELAB_ON_GPU
  simt::host::clear_violations();  // a read of uninitialised shared memory
#endif
}

#ifndef MERGELAB_ON_GPU
TEST_F(LIBRARY_SUITE, merges_the_same_in_every_order_of_threads) {
  for (const simt::Order& order : kOtherOrders) {
    simt::host::set_order(order);
    MergeCase c{20000, 17000, 0};
    c.multiprocessors = 1;
    c.A_offset = 1;
    c.workspace = order.seed != 8;
    ASSERT_NO_FATAL_FAILURE(check_types(c));
  }
}
#endif

// As when a merge was ended between its two kernels, or another one uses the workspace at the same time.
TEST_F(LIBRARY_SUITE, ignores_what_another_merge_has_left_in_the_workspace) {
  const auto merge = module().function<int (*)(int, const MergeRequest*)>("merge_over_leftovers");
  for (int which = 0; which <= 2; ++which) {
    MergeCase c{9000, 14000, 0};
    c.seed = static_cast<std::uint64_t>(which) + 1;
    ASSERT_EQ(check_merge<int>([&](const MergeRequest* request) { return merge(which, request); }, c), "")
        << which;
  }
}

#ifdef DEVICE_MERGE_LOOKS_AT_BANKS
// 33 tiles, of which it looks at five; the first and the last may not be open. Keys that weren't made for it
// crowd one of 300.
TEST_F(LIBRARY_SUITE, sees_lanes_that_meet_in_a_bank_and_only_those) {
  const auto crowds = module().function<int (*)(const MergeRequest*)>("merge_crowds");
  constexpr std::int64_t kHalf = 33 * 5888 / 2;
  for (const Mix mix : {Mix::even, Mix::equal, Mix::A_first, Mix::lockstep}) {
    const MergeCase c{kHalf, kHalf, 0, mix};
    int seen = -3;
    ASSERT_EQ(check_merge<int>(
                  [&](const MergeRequest* request) {
                    seen = crowds(request);
                    return seen < 0 ? seen : 0;
                  },
                  c),
              "");
    if (mix == Mix::lockstep)
      EXPECT_GE(seen, 3);
    else
      EXPECT_LE(seen, 2) << static_cast<int>(mix);
  }
}
#endif

TEST_F(LIBRARY_SUITE, refuses_bad_arguments) {
  EXPECT_EQ(module().function<int (*)()>("merge_bad_arguments")(), kAllRefused);
  EXPECT_EQ(module().function<int (*)()>("merge_nothing")(), 0);
}

}  // namespace
