// Right outputs pass, and wrong ones are reported with their place and symptom.
#include "kits/merge/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "judge/checked.hpp"
#include "kits/ranks/check.hpp"
#include "kits/sort/check.hpp"

#include "kits/keys/problems.hpp"
#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

const Labels kNoLabels;

Outcome check_ints(const Arrays& arrays, const std::vector<int>& c, const Geometry& geometry = {}) {
  return check_merge(arrays, bytes_of(c), ValueType::int32, kNoLabels, geometry);
}

int poison_int() {
  int poison = 0;
  std::memset(&poison, static_cast<int>(kPoison), sizeof poison);
  return poison;
}

TEST(CheckMerge, passes_the_stable_merge) {
  EXPECT_TRUE(check_ints({{1, 7, 8}, {7, 9}}, {1, 7, 7, 8, 9}).passed());
  EXPECT_TRUE(check_ints({{}, {}}, {}).passed());
}

TEST(CheckMerge, names_the_first_mismatch_and_where_the_value_should_come_from) {
  const Outcome outcome = check_ints({{1, 7, 8}, {7, 9}}, {1, 7, 7, 9, 8});
  EXPECT_EQ(outcome.verdict, Verdict::wrong_answer);
  EXPECT_EQ(facts_of(outcome), "expected_key(C[3], 8, A[2]) got_key(9) first_mismatch(2) lengths(3, 2)");
  EXPECT_EQ(outcome.symptom, "order");
}

TEST(CheckMerge, tells_what_was_never_written) {
  const Outcome outcome = check_ints({{1}, {2}}, {1, poison_int()});
  EXPECT_EQ(facts_of(outcome), "expected_key(C[1], 2, B[0]) never_written() only_mismatch() lengths(1, 1)");
  EXPECT_EQ(outcome.symptom, "unwritten");
}

TEST(CheckMerge, tells_shared_memory_that_was_never_written) {
  int shared = 0;
  std::memset(&shared, static_cast<int>(kSharedPoison), sizeof shared);
  EXPECT_EQ(facts_of(check_ints({{1}, {2}}, {1, shared})),
            "expected_key(C[1], 2, B[0]) got_unwritten_shared() only_mismatch() lengths(1, 1)");
}

TEST(CheckMerge, tells_lost_keys_from_a_wrong_order) {
  EXPECT_EQ(check_ints({{1, 2}, {3}}, {1, 3, 2}).symptom, "order");
  EXPECT_EQ(check_ints({{1, 2}, {3}}, {1, 3, 3}).symptom, "lost_keys");
}

TEST(CheckMerge, sees_a_merge_of_records_that_is_not_stable) {
  const Arrays arrays{{5}, {5}};
  EXPECT_TRUE(
      check_merge(arrays, bytes_of({{5, 0}, {5, 1}}, arrays), ValueType::record, labels_of(arrays), {})
          .passed());
  const Outcome outcome =
      check_merge(arrays, bytes_of({{5, 1}, {5, 0}}, arrays), ValueType::record, labels_of(arrays), {});
  EXPECT_EQ(outcome.symptom, "payload");
  EXPECT_EQ(facts_of(outcome),
            "expected_record(C[0], 5, A[0]) got_record(B[0]) first_mismatch(2) lengths(1, 1)");
}

TEST(CheckMerge, sees_a_record_that_came_twice) {
  const Arrays arrays{{5}, {5}};
  EXPECT_FALSE(
      check_merge(arrays, bytes_of({{5, 0}, {5, 0}}, arrays), ValueType::record, labels_of(arrays), {})
          .passed());
}

TEST(CheckMerge, looks_up_what_labels_stand_for) {
  const Arrays arrays{{1}, {1}};
  const Labels labels = labels_of({arrays}, 99);
  const std::uint32_t a = labels.label(0), b = labels.label(1), never_given = 1;
  const auto check = [&](const std::vector<std::uint32_t>& tokens, const Labels& with) {
    return check_merge(arrays, bytes_of(tokens), ValueType::counted, with, {}).passed();
  };
  EXPECT_TRUE(check({a, b}, labels));
  EXPECT_FALSE(check({b, a}, labels)) << "not stable";
  EXPECT_FALSE(check({never_given, never_given}, kNoLabels)) << "a number that equals the key is not a label";
}

TEST(CheckMerge, places_a_mismatch_on_block_and_tile) {
  Arrays arrays{{0, 1, 2, 3, 4, 5, 6, 7}, {}};
  std::vector<int> c = arrays.a;
  c[6] = -1;
  const Outcome outcome = check_ints(arrays, c, {.section = 4, .tile = 2});
  EXPECT_NE(facts_of(outcome).find(" in_block(1) in_tile(1) at_tile_boundary() "), std::string::npos)
      << facts_of(outcome);
  EXPECT_EQ(outcome.symptom, "first_tile_right") << "of two tiles the last one is any later one";
}

TEST(CheckMerge, tells_that_only_the_last_of_three_tiles_is_wrong) {
  Arrays arrays{{0, 1, 2, 3, 4, 5}, {}};
  std::vector<int> c = arrays.a;
  c[5] = -1;
  EXPECT_EQ(check_ints(arrays, c, {.section = 6, .tile = 2}).symptom, "last_tile");
}

TEST(CheckMerge, tells_that_only_the_first_tile_is_right) {
  Arrays arrays{{0, 1, 2, 3, 4, 5, 6, 7}, {}};
  std::vector<int> c = arrays.a;
  std::swap(c[3], c[4]);
  EXPECT_EQ(check_ints(arrays, c, {.section = 8, .tile = 2}).symptom, "first_tile_right");
}

TEST(CheckRanks, passes_the_stable_ranks) {
  EXPECT_TRUE(
      check_ranks(Arrays{{1, 7}, {7, 9}}, std::vector{0, 1, 2, 3, 4}, std::vector{0, 1, 2, 2, 2}).passed());
}

TEST(CheckRanks, tells_a_split_that_takes_ties_from_b) {
  const Outcome outcome = check_ranks(Arrays{{7}, {7}}, std::vector{1}, std::vector{0});
  EXPECT_EQ(outcome.symptom, "split_not_stable");
  EXPECT_EQ(facts_of(outcome), "wrong_rank(1, 1, 1, 1, 0) rank_not_stable(0, 7, 0)");
}

TEST(CheckRanks, tells_a_split_that_is_none) {
  const Outcome outcome = check_ranks(Arrays{{1, 2}, {3, 4}}, std::vector{2}, std::vector{0});
  EXPECT_EQ(outcome.symptom, "not_a_split");
  EXPECT_EQ(facts_of(outcome), "wrong_rank(2, 2, 2, 2, 0) split_leaves_out_a(1, 4, 0, 1)");
}

TEST(CheckRanks, tells_an_index_out_of_range) {
  const Outcome outcome = check_ranks(Arrays{{1, 2}, {3}}, std::vector{3}, std::vector{1});
  EXPECT_EQ(outcome.symptom, "out_of_range");
  EXPECT_EQ(facts_of(outcome), "wrong_rank(3, 2, 1, 2, 1) rank_out_of_range(2, 2)");
}

TEST(CheckRanks, tells_a_rank_that_was_never_written) {
  const Outcome outcome = check_ranks(Arrays{{1, 2}, {3}}, std::vector{3}, std::vector{poison_int()});
  EXPECT_EQ(outcome.symptom, "unwritten");
  EXPECT_EQ(facts_of(outcome), "no_rank(3, 2, 1, 2)");
}

TEST(CheckRanks, tells_the_smallest_and_the_largest_index_out_of_range) {
  for (const int got : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    EXPECT_EQ(check_ranks(Arrays{{1, 2}, {3}}, std::vector{3}, std::vector{got}).symptom, "out_of_range")
        << got;
  }
}

class Untouched : public testing::Test {
 protected:
  ProblemSet set_ = merges_of({{{1, 2}, {3}}});
  Image image_{set_, ValueType::int32, wire::Memory::device, 0};
  std::vector<std::byte> returned_{image_.sent().begin(), image_.sent().end()};
  const wire::Problem& problem_ = image_.problems()[0];
  const wire::Buffer &a_ = image_.first_input(problem_), &c_ = image_.output(problem_);

  [[nodiscard]] Outcome check() const { return check_untouched(image_, problem_, returned_); }
};

TEST_F(Untouched, passes_memory_as_it_was_sent) { EXPECT_TRUE(check().passed()); }

TEST_F(Untouched, sees_a_changed_input) {
  returned_[a_.offset + a_.margin_before + 4] ^= std::byte{1};
  EXPECT_EQ(facts_of(check()), "input_changed(A, 1)");
  EXPECT_EQ(check().symptom, "input_changed");
}

TEST_F(Untouched, sees_a_write_past_the_end_of_c) {
  returned_[c_.offset + c_.margin_before + c_.bytes] ^= std::byte{1};
  EXPECT_EQ(facts_of(check()), "write_outside(C, 3, 3)");
  EXPECT_EQ(check().symptom, "outside");
}

TEST_F(Untouched, sees_a_write_before_c) {
  returned_[c_.offset + c_.margin_before - 4] ^= std::byte{1};
  EXPECT_EQ(facts_of(check()), "write_outside(C, -1, 3)");
}

Arrays three_lists() { return {{2, 5, 1, 5}, {}, {0, 2, 2, 4}}; }

TEST(CheckLists, passes_the_stable_merge_of_lists) {
  EXPECT_TRUE(check_sort(three_lists(), bytes_of<int>({1, 2, 5, 5}), ValueType::int32, kNoLabels).passed());
  const std::vector<Record> merged{{1, 2}, {2, 0}, {5, 1}, {5, 3}};
  EXPECT_TRUE(
      check_sort(three_lists(), bytes_of(merged, three_lists()), ValueType::record, labels_of(three_lists()))
          .passed());
  EXPECT_TRUE(check_sort(Arrays{{}, {}, {0}}, {}, ValueType::int32, kNoLabels).passed());
}

TEST(CheckLists, names_list_and_element_of_the_first_mismatch) {
  const Outcome outcome = check_sort(three_lists(), bytes_of<int>({1, 5, 2, 5}), ValueType::int32, kNoLabels);
  EXPECT_EQ(outcome.verdict, Verdict::wrong_answer);
  EXPECT_EQ(facts_of(outcome), "expected_key(C[1], 2, " + say(Sentence::element_of_list, 0, 0) +
                                   ") got_key(5) first_mismatch(2) list_lengths(3, 4)");
  EXPECT_EQ(outcome.symptom, "order");
}

TEST(CheckLists, tells_lost_and_unwritten_keys) {
  EXPECT_EQ(check_sort(three_lists(), bytes_of<int>({1, 2, 2, 5}), ValueType::int32, kNoLabels).symptom,
            "lost_keys");
  EXPECT_EQ(
      check_sort(three_lists(), bytes_of<int>({1, poison_int(), 5, 5}), ValueType::int32, kNoLabels).symptom,
      "unwritten");
}

TEST(CheckLists, sees_equal_records_of_two_lists_in_the_wrong_order) {
  const std::vector<Record> merged{{1, 2}, {2, 0}, {5, 3}, {5, 1}};
  const Outcome outcome =
      check_sort(three_lists(), bytes_of(merged, three_lists()), ValueType::record, labels_of(three_lists()));
  EXPECT_EQ(outcome.symptom, "payload");
  EXPECT_EQ(facts_of(outcome), "expected_record(C[2], 5, " + say(Sentence::element_of_list, 0, 1) +
                                   ") got_record(" + say(Sentence::element_of_list, 2, 1) +
                                   ") first_mismatch(2) list_lengths(3, 4)");
}

}  // namespace
}  // namespace mergelab::judge
