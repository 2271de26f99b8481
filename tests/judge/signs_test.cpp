// Each sign appears for its mistake, and not for its neighbours'.
#include "judge/signs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace mergelab::judge {
namespace {

bool has(const Signs& signs, const char* name) {
  return std::find(signs.begin(), signs.end(), name) != signs.end();
}

/// Of 0, 10, .. 70, all from A, of which C has `c`; -1: never written.
Signs merged(const std::vector<int>& c, const Geometry& geometry = {}) {
  const Arrays arrays{{0, 10, 20, 30, 40, 50, 60, 70}, {}};
  std::vector<bool> written;
  for (const int key : c) written.push_back(key != -1);
  const auto first =
      static_cast<std::size_t>(std::mismatch(c.begin(), c.end(), arrays.a.begin()).first - c.begin());
  return signs_of_merge(arrays, c, arrays.a, written, first, geometry);
}

TEST(Signs, tell_how_the_first_wrong_element_arose) {
  EXPECT_EQ(merged({0, 10, 10, 30, 40, 50, 60, 70}), Signs{"repeated"});
  EXPECT_EQ(merged({0, 10, 0, 30, 40, 50, 60, 70}), (Signs{"repeated", "repeats_first"}));
  EXPECT_EQ(merged({0, 10, 30, 30, 40, 50, 60, 70}), Signs{"skipped"});
  EXPECT_EQ(merged({0, 10, 25, 30, 40, 50, 60, 70}), Signs{}) << "no key of A or B";
  EXPECT_EQ(merged({0, 10, -1, 30, 40, 50, 60, 70}), Signs{"holes"});
  EXPECT_EQ(merged({0, 10, 20, 30, 40, 50, -1, -1}), Signs{}) << "nothing behind it was written";
}

TEST(Signs, tell_where_it_lies) {
  const Geometry one{.section = 8, .tile = 2}, two{.section = 4, .tile = 2};
  EXPECT_EQ(merged({0, 10, 30, 30, 40, 50, 60, 70}, one), (Signs{"skipped", "later_tile"}));
  EXPECT_EQ(merged({0, 10, 20, 30, 50, 50, 60, 70}, one), (Signs{"skipped", "later_tile", "third_tile"}));
  EXPECT_EQ(merged({0, 10, 20, 30, 50, 50, 60, 70}, two), (Signs{"skipped", "later_section"}));
}

TEST(Signs, tell_that_all_is_right_as_far_as_a_float_counts) {
  constexpr std::size_t kFloatCounts = std::size_t{1} << 24;
  const std::vector<int> keys(kFloatCounts + 1);
  const std::vector<bool> written(keys.size(), true);
  const auto wrong_at = [&](std::size_t k) { return signs_of_merge({{}, {}}, keys, keys, written, k, {}); };
  EXPECT_TRUE(has(wrong_at(kFloatCounts), "past_2_to_24"));
  EXPECT_FALSE(has(wrong_at(kFloatCounts - 1), "past_2_to_24"));
}

TEST(Signs, tell_what_wrong_ranks_have_in_common) {
  const Arrays arrays{{1, 3, 5, 7}, {2, 4, 6, 8}};
  const std::vector<int> k{0, 1, 2, 3, 4, 5, 6, 7, 8}, right{0, 1, 1, 2, 2, 3, 3, 4, 4};
  const auto of = [&](const std::vector<int>& ranks) { return signs_of_ranks(arrays, k, ranks, right); };
  EXPECT_EQ(of({0, 0, 1, 1, 2, 2, 3, 3, 4}), (Signs{"counts_b", "one_too_small"}));
  EXPECT_EQ(of({0, 1, 1, 2, 1, 3, 2, 4, 4}), Signs{"one_too_small"});
  EXPECT_EQ(of({0, 1, 2, 2, 3, 3, 3, 4, 4}), Signs{"one_too_large"});
  EXPECT_EQ(of({0, 1, 2, 2, 1, 3, 3, 4, 4}), Signs{}) << "one of each";
  EXPECT_EQ(of({0, 1, 2, 3, 0, 1, 4, 3, 4}), Signs{"at_an_end"});
  EXPECT_EQ(of({0, 1, 1, 2, 2, 3, 3, 4, 3}), (Signs{"one_too_small", "end_missed"}))
      << "min(k, m), for k = 8";
  EXPECT_EQ(of({0, 1, 1, 2, 2, 2, 3, 4, 3}), Signs{"one_too_small"}) << "and one that is no end";
  EXPECT_EQ(of({1, 1, 1, 2, 2, 3, 3, 4, 4}), (Signs{"one_too_large", "end_missed"})) << "max(0, k - n)";
}

Signs broken(const std::string& rule, const std::string& text) {
  return signs_of_violations({{rule, text, ""}});
}

TEST(Signs, tell_which_accesses_raced) {
  const std::string first =
      "thread 1 of block 0 writes tiles[3] (shared) at k.cuh:5 `x[i] = 1;`, and thread 0 of ";
  EXPECT_TRUE(has(broken("race", first + "the same block writes it at k.cuh:5 `x[i] = 1;`"), "both_write"));
  EXPECT_FALSE(has(broken("race", first + "the same block writes it at k.cuh:5 `x[i] = 1;`"), "one_reads"));
  const Signs one_reads = broken("race", first + "the same block reads it at k.cuh:9 `y = x[i];`");
  EXPECT_TRUE(has(one_reads, "one_reads"));
  EXPECT_FALSE(has(one_reads, "both_write"));
  const std::string called =
      "thread 1 of block 0 writes tiles[3] (shared) at merge.cuh:5 `x[i] = 1;`, called at k.cuh:7 "
      "`merge(x);`, and "
      "thread 0 of the same block writes it at k.cuh:9 `y = 1;`";
  EXPECT_TRUE(has(broken("race", called), "both_write"));
  EXPECT_TRUE(has(broken("race", first + "the same block writes it at k.cuh:9 `y[i] = 2;`"), "two_arrays"));
  EXPECT_FALSE(
      has(broken("race", first + "the same block writes it at k.cuh:9 `x[j++] = 2;`"), "two_arrays"));
  EXPECT_TRUE(
      has(broken("race",
                 "thread 114 of block 2 writes tiles[128] (shared) at k.cuh:16 `for (int j = a + t; j < "
                 "n; j += k) tileB[j] = B[B_curr + j];`, and thread 14 of the same block writes it at "
                 "k.cuh:15 `for (int i = t; i < m; i += k) tileA[i] = A[A_curr + i];`; nothing orders"),
          "two_arrays"));
  EXPECT_FALSE(has(broken("race", first + "the same block writes it at k.cuh:5 `x[i] = 1;`"), "two_arrays"));
  const std::string lines =
      " at k.cuh:5 `tileA[i] = 1;`, and thread 0 of the same block writes it at k.cuh:9 `tileB[i] = 2;`";
  const std::string writes = "thread 5 of block 0 writes ";
  EXPECT_TRUE(has(broken("race", writes + "tileA.slots[136] (shared, tiles[136])" + lines), "out_of_tile"));
  EXPECT_TRUE(has(broken("race", writes + "tileB[1] (shared, tiles[9])" + lines), "out_of_tile"));
  EXPECT_FALSE(has(broken("race", writes + "tiles[136] (shared)" + lines), "out_of_tile"));
  EXPECT_FALSE(
      has(broken("race", writes + "tileA[9] and tileB[1] (shared, tiles[9])" + lines), "out_of_tile"));
  const Signs blocks = broken("race", first + "block 2 writes it at k.cuh:5 `x[i] = 1;`");
  EXPECT_TRUE(has(blocks, "blocks_race"));
  EXPECT_FALSE(has(blocks, "both_write"));
  EXPECT_FALSE(has(blocks, "one_reads"));
  EXPECT_FALSE(has(broken("race", first + "the same block writes it at k.cuh:5 `x[i] = 1;`"), "blocks_race"));
}

TEST(Signs, tell_of_an_element_with_two_names) {
  const std::string end =
      " (shared, tiles[257]) at k.cuh:5 `x[i] and y[i] (shared, z)`, and thread 0 of the same block reads it";
  EXPECT_TRUE(has(broken("race", "thread 1 of block 0 writes tileB[1] and tileC[1]" + end), "two_names"));
  EXPECT_TRUE(has(broken("race", "thread 1 of block 0 writes a.slots[1] and b.slots[1] and t[1]" + end),
                  "two_names"));
  EXPECT_FALSE(has(broken("race", "thread 1 of block 0 writes tileB[1]" + end), "two_names"));
}

TEST(Signs, tell_a_shared_variable_and_the_third_tile) {
  const std::string end = " (shared) at k.cuh:5 `x[i] = y (shared);`, which was never written";
  const auto reads = [&](const std::string& what, std::int64_t tile) {
    return signs_of_violations({{"uninitialised_read", "thread 1 of block 0 reads " + what, ""}}, tile);
  };
  EXPECT_TRUE(has(reads("A_used" + end, 256), "one_variable"));
  EXPECT_FALSE(has(reads("bounds[1]" + end, 256), "one_variable"));
  const std::string named = "tileC[0] (shared, tiles[512]) at k.cuh:5 `x`, which was never written";
  EXPECT_TRUE(has(reads(named, 256), "third_part"));
  EXPECT_FALSE(has(reads(named, 512), "third_part"));
  EXPECT_FALSE(has(reads(named, 0), "third_part"));
  EXPECT_TRUE(has(reads("tiles[767]" + end, 256), "third_part"));
  EXPECT_FALSE(has(reads("tiles[768]" + end, 256), "third_part"));
  EXPECT_FALSE(has(reads("tiles[511]" + end, 256), "third_part"));
}

TEST(Signs, tell_of_a_tile_whose_first_element_nobody_wrote) {
  const std::string end = " at k.cuh:5 `x`, which was never written; and 42 more threads";
  const auto reads = [&](const std::string& what) {
    return broken("uninitialised_read", "thread 0 of block 0 reads " + what + end);
  };
  EXPECT_TRUE(has(reads("tileB.slots[0] (shared, tiles[256])"), "not_loaded"));
  EXPECT_FALSE(has(reads("tileB.slots[1] (shared, tiles[257])"), "not_loaded"));
  EXPECT_FALSE(has(reads("bounds[0] (shared)"), "not_loaded"));
  EXPECT_TRUE(has(reads("tileB.slots[1] (shared, tiles[257])"), "in_a_tile"));
  EXPECT_FALSE(has(reads("bounds[0] (shared)"), "in_a_tile"));
}

TEST(Signs, tell_of_a_race_with_the_kernel_before) {
  const std::string text = "thread 0 of block 0 reads x[3] at k.cuh:5 `y = x[i];`, and thread 31 of ";
  EXPECT_EQ(
      signs_of_violations({{"race", text + "the kernel before writes it at k.cuh:2 `x[i] = 1;`", "", true}}),
      (Signs{"kernel_before", "race"}));
}

TEST(Signs, tell_of_a_thread_that_had_returned) {
  const Violation read{"uninitialised_read", "thread 1 of block 0 reads x",
                       "a\nthread 7 had returned before others came to a barrier: was it to load?"};
  EXPECT_TRUE(has(signs_of_violations({read}), "returned_early"));
}

TEST(Signs, are_those_of_the_first_broken_rule) {
  const Signs signs =
      signs_of_violations({{"race", "x reads y at k.cuh:5 `x`", ""}, {"out_of_bounds", "z", ""}});
  EXPECT_EQ(signs, (Signs{"one_reads", "race"}));
}

TEST(Signs, tell_where_an_index_went) {
  const auto access = [](const std::string& what) {
    return broken("out_of_bounds", "thread 0 of block 0 " + what + " 8 elements of 4 bytes, at k.cuh:5 `x`");
  };
  EXPECT_EQ(access("reads A[8], but A has"), (Signs{"one_past", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(access("reads A[-1], but A has"), (Signs{"before_start", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(access("writes C[9], but C has"), (Signs{"out_of_bounds", "outside"}));
  EXPECT_TRUE(
      has(access("reads A[9], but A has 4 elements\nthis ended the run: writes C[9], but C has"), "outside"));
  EXPECT_TRUE(
      has(broken("out_of_bounds", "x writes memory that lies outside of every allocation, at k.cuh:5 `x`"),
          "far_outside"));
}

TEST(Signs, tell_of_an_index_that_is_no_single_variable) {
  const auto reads = [](const std::string& line) {
    return broken("out_of_bounds",
                  "host code reads B[8], but B has 8 elements of 4 bytes, at a.cuh:5 `" + line + "`");
  };
  EXPECT_TRUE(has(reads("C[k] = B[k + 1];"), "other_index"));
  EXPECT_TRUE(has(reads("C[k++] = B[j + 1];"), "other_index"));
  EXPECT_TRUE(has(reads("C[k] = B[k];"), "other_index"));
  EXPECT_FALSE(has(reads("C[k++] = B[j++];"), "other_index"));
  EXPECT_FALSE(has(reads("while (A[i + 1] <= B[j]) {"), "other_index"));
  EXPECT_FALSE(has(reads("take(B);"), "other_index")) << "no index is to be seen";
}

TEST(Signs, tell_of_barriers_that_threads_reach_apart) {
  EXPECT_TRUE(has(
      broken("race",
             "this ended the run: thread 0 waits at k.cuh:7 `__syncthreads();`, thread 86 at k.cuh:5 `x`"),
      "divergent_barrier"));
}

}  // namespace
}  // namespace mergelab::judge
