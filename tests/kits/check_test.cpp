// Right outputs pass, and wrong ones are reported with their place and symptom.
#include "kits/ranks/check.hpp"
#include "judge/checked.hpp"
#include "kits/keys/problems.hpp"
#include "kits/merge/merge_kit.hpp"
#include "kits/sort/sort_kit.hpp"
#include "support/merges.hpp"
#include "support/test.hpp"

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
  EXPECT_EQ(told_of(outcome),
            "order: expected_key(C[3], 8, A[2]) got_key(9) first_mismatch(2) lengths(3, 2)");
}

TEST(CheckMerge, tells_what_was_never_written) {
  EXPECT_EQ(told_of(check_ints({{1}, {2}}, {1, poison_int()})),
            "unwritten: expected_key(C[1], 2, B[0]) never_written() only_mismatch() lengths(1, 1)");
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
  EXPECT_EQ(told_of(outcome),
            "payload: expected_record(C[0], 5, A[0]) got_record(B[0]) first_mismatch(2) lengths(1, 1)");
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
  EXPECT_TRUE(contains(facts_of(outcome), " in_block(1) in_tile(1) at_tile_boundary() "));
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

TEST(CheckRanks, tells_what_is_wrong_with_a_rank) {
  const auto told = [](const Arrays& arrays, int k, int got) {
    return told_of(check_ranks(arrays, std::vector{k}, std::vector{got}));
  };
  EXPECT_EQ(told({{7}, {7}}, 1, 0), "split_not_stable: wrong_rank(1, 1, 1, 1, 0) rank_not_stable(0, 7, 0)");
  EXPECT_EQ(told({{1, 2}, {3, 4}}, 2, 0),
            "not_a_split: wrong_rank(2, 2, 2, 2, 0) split_leaves_out_a(1, 4, 0, 1)");
  EXPECT_EQ(told({{1, 2}, {3}}, 3, 1), "out_of_range: wrong_rank(3, 2, 1, 2, 1) rank_out_of_range(2, 2)");
  EXPECT_EQ(told({{1, 2}, {3}}, 3, poison_int()), "unwritten: no_rank(3, 2, 1, 2)");
  for (const int got : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
    EXPECT_TRUE(told({{1, 2}, {3}}, 3, got).starts_with("out_of_range: ")) << got;
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
  EXPECT_EQ(told_of(check()), "input_changed: input_changed(A, 1)");
}

TEST_F(Untouched, sees_a_write_past_the_end_of_c) {
  returned_[c_.offset + c_.margin_before + c_.bytes] ^= std::byte{1};
  EXPECT_EQ(told_of(check()), "outside: write_outside(C, 3, 3)");
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

// The fast check of merges of ints agrees with the slow one.

const Arrays kArrays{{1, 3, 3, 9}, {-5, 3, 10}};
const std::vector<int> kMerged{-5, 1, 3, 3, 3, 9, 10};

Outcome checked_ints(const std::vector<int>& c) {
  return check_merge_of_ints(kArrays, std::as_bytes(std::span(c)));
}

TEST(CheckMergeOfInts, passes_the_merge) {
  EXPECT_TRUE(checked_ints(kMerged).passed());
  EXPECT_TRUE(check_merge_of_ints({{}, {}}, {}).passed());
}

TEST(CheckMergeOfInts, tells_each_wrong_output_as_the_slow_check_does) {
  for (std::size_t at = 0; at < kMerged.size(); ++at) {
    std::vector<int> wrong = kMerged;
    wrong[at] += 1;
    EXPECT_EQ(checked_ints(wrong).verdict, Verdict::wrong_answer) << at;
    EXPECT_EQ(
        message_of(checked_ints(wrong)),
        message_of(check_merge(kArrays, std::as_bytes(std::span(wrong)), ValueType::int32, Labels(), {})));
  }
  std::vector<int> unsorted = kMerged;
  std::swap(unsorted[0], unsorted[1]);
  EXPECT_EQ(checked_ints(unsorted).verdict, Verdict::wrong_answer);
}

TEST(CheckMergeOfInts, sees_keys_that_are_doubled_or_lost_in_sorted_output) {
  EXPECT_EQ(checked_ints({-5, 1, 1, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
  EXPECT_EQ(checked_ints({1, 1, 3, 3, 3, 9, 10}).verdict, Verdict::wrong_answer);
}

TEST(IsMergeOfInts, agrees_with_std_merge_and_sees_each_changed_element) {
  for (unsigned bits = 0; bits < 1U << 12; ++bits) {  // two keys of each element, two arrays of up to 4
    Arrays arrays;
    for (unsigned i = 0; i < ((bits >> 8) & 3U); ++i) arrays.a.push_back(static_cast<int>((bits >> i) & 1U));
    for (unsigned j = 0; j < ((bits >> 10) & 3U); ++j)
      arrays.b.push_back(static_cast<int>((bits >> (4 + j)) & 1U));
    std::sort(arrays.a.begin(), arrays.a.end());
    std::sort(arrays.b.begin(), arrays.b.end());
    std::vector<int> c(arrays.a.size() + arrays.b.size());
    std::merge(arrays.a.begin(), arrays.a.end(), arrays.b.begin(), arrays.b.end(), c.begin());
    EXPECT_TRUE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
    for (int& key : c) {
      ++key;
      EXPECT_FALSE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
      --key;
    }
    c.push_back(1);
    EXPECT_FALSE(is_merge_of_ints(arrays, std::as_bytes(std::span(c)))) << bits;
  }
}

// Sorted and stable outputs pass, and wrong ones are reported with their place and symptom.

Outcome sort_ints(const std::vector<int>& a, const std::vector<int>& c) {
  return check_sort({a, {}}, bytes_of(c), ValueType::int32, Labels());
}

Outcome sort_records(const std::vector<int>& a, const std::vector<Record>& c) {
  const Arrays arrays{a, {}};
  return check_sort(arrays, bytes_of(c, arrays), ValueType::record, labels_of(arrays));
}

TEST(CheckSort, passes_what_is_in_order) {
  EXPECT_TRUE(sort_ints({3, 1, 2, 1}, {1, 1, 2, 3}).passed());
  EXPECT_TRUE(sort_ints({}, {}).passed());
  constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();
  EXPECT_TRUE(sort_ints({256, kMax, 0, -1, kMin, -256, 255}, {kMin, -256, -1, 0, 255, 256, kMax}).passed());
  EXPECT_TRUE(sort_records({3, 1, 1}, {{1, 1}, {1, 2}, {3, 0}}).passed());
}

TEST(CheckSort, names_the_first_mismatch_and_where_the_value_should_come_from) {
  const Outcome outcome = sort_ints({5, 1, 2}, {1, 5, 2});
  EXPECT_EQ(outcome.verdict, Verdict::wrong_answer);
  EXPECT_EQ(told_of(outcome),
            "order: expected_key(C[1], 2, A[2]) got_key(5) first_mismatch(2) length(3) sorted_runs(2)");
}

TEST(CheckSort, sees_equal_records_that_changed_places) {
  EXPECT_EQ(told_of(sort_records({3, 1, 1}, {{1, 2}, {1, 1}, {3, 0}})),
            "payload: expected_record(C[0], 1, A[1]) got_record(A[2]) first_mismatch(2) length(3)");
}

TEST(CheckSort, sees_a_record_that_comes_from_nowhere) {
  EXPECT_TRUE(
      contains(facts_of(sort_records({3, 1}, {{1, 7}, {3, 0}})), "got_record(" + say(Sentence::nowhere)));
}

TEST(CheckSort, tells_lost_keys_from_a_wrong_order) {
  EXPECT_EQ(sort_ints({3, 1, 2}, {1, 1, 3}).symptom, "lost_keys");
  EXPECT_EQ(sort_ints({3, 1, 2}, {3, 2, 1}).symptom, "order");
}

TEST(CheckSort, tells_what_was_never_written) {
  EXPECT_EQ(told_of(sort_ints({2, 1}, {1, poison_int()})),
            "unwritten: expected_key(C[1], 2, A[0]) never_written() only_mismatch() length(2)");
}

TEST(CheckSort, tells_of_runs_that_were_not_merged) {
  const auto has_runs = [](const std::vector<int>& c) {
    const Outcome outcome = sort_ints({6, 5, 4, 3, 2, 1}, c);
    return std::find(outcome.clues.begin(), outcome.clues.end(), "runs_left") != outcome.clues.end();
  };
  EXPECT_TRUE(has_runs({4, 5, 6, 1, 2, 3}));
  EXPECT_TRUE(has_runs({3, 6, 2, 5, 1, 4}));
  EXPECT_TRUE(has_runs({2, 3, 5, 6, 1, 4}));  // the last one may be shorter
  EXPECT_FALSE(has_runs({6, 5, 4, 3, 2, 1}));
  EXPECT_FALSE(has_runs({1, 2, 4, 3, 6, 5}));
  EXPECT_FALSE(has_runs({1, 2, 3, 4, 5, 5}));  // keys are lost
}

TEST(CheckSort, of_many_ints_is_as_strict) {
  const Arrays arrays{{5, 1, 2, 2}, {}};
  EXPECT_TRUE(check_sort_of_ints(arrays, bytes_of<int>({1, 2, 2, 5})).passed());
  EXPECT_EQ(check_sort_of_ints(arrays, bytes_of<int>({1, 2, 5, 2})).symptom, "order");
  EXPECT_EQ(check_sort_of_ints(arrays, bytes_of<int>({1, 2, 5, 5})).symptom, "lost_keys");
}

TEST(CheckSort, is_what_a_set_of_sorts_is_checked_by) {
  const ProblemSet set = problems_of({{{3, 1, 2}, {}}}, sort_kit());
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  EXPECT_EQ(image.problems()[0].arrays[3].bytes, 12U) << "scratch";
  std::vector<std::byte> returned(image.sent().begin(), image.sent().end());
  const wire::Buffer& c = image.output(image.problems()[0]);
  const auto put = [&](const std::vector<int>& keys) {
    std::memcpy(returned.data() + c.offset + c.margin_before, keys.data(), keys.size() * sizeof(int));
  };
  put({1, 2, 3});
  EXPECT_TRUE(check_all(set, image, returned).passed());
  put({3, 1, 2});  // what the merge of A and nothing would be
  const Outcome outcome = check_all(set, image, returned);
  EXPECT_EQ(outcome.verdict, Verdict::wrong_answer);
  EXPECT_TRUE(facts_of(outcome).ends_with(" keys_of_sort(3, 1, 2)")) << facts_of(outcome);
}

}  // namespace
}  // namespace mergelab::judge
