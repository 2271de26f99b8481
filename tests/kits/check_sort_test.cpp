// Sorted and stable outputs pass, and wrong ones are reported with their place and symptom.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "judge/checked.hpp"
#include "kits/sort/check.hpp"

#include "kits/keys/problems.hpp"
#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

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
  EXPECT_EQ(facts_of(outcome),
            "expected_key(C[1], 2, A[2]) got_key(5) first_mismatch(2) length(3) sorted_runs(2)");
  EXPECT_EQ(outcome.symptom, "order");
}

TEST(CheckSort, sees_equal_records_that_changed_places) {
  const Outcome outcome = sort_records({3, 1, 1}, {{1, 2}, {1, 1}, {3, 0}});
  EXPECT_EQ(facts_of(outcome), "expected_record(C[0], 1, A[1]) got_record(A[2]) first_mismatch(2) length(3)");
  EXPECT_EQ(outcome.symptom, "payload");
}

TEST(CheckSort, sees_a_record_that_comes_from_nowhere) {
  EXPECT_NE(facts_of(sort_records({3, 1}, {{1, 7}, {3, 0}})).find("got_record(" + say(Sentence::nowhere)),
            std::string::npos);
}

TEST(CheckSort, tells_lost_keys_from_a_wrong_order) {
  EXPECT_EQ(sort_ints({3, 1, 2}, {1, 1, 3}).symptom, "lost_keys");
  EXPECT_EQ(sort_ints({3, 1, 2}, {3, 2, 1}).symptom, "order");
}

TEST(CheckSort, tells_what_was_never_written) {
  int poison = 0;
  std::memset(&poison, static_cast<int>(kPoison), sizeof poison);
  const Outcome outcome = sort_ints({2, 1}, {1, poison});
  EXPECT_EQ(facts_of(outcome), "expected_key(C[1], 2, A[0]) never_written() only_mismatch() length(2)");
  EXPECT_EQ(outcome.symptom, "unwritten");
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
