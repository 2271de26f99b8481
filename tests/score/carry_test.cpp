// Error carried forward: when it applies, and which result counts.
#include <gtest/gtest.h>

#include "rubric.hpp"

namespace mergelab::score {
namespace {

TEST(LostUntimedPoints, is_false_when_everything_passed) {
  EXPECT_FALSE(lost_untimed_points(make_lab(), scored(all_passed())));
}

TEST(LostUntimedPoints, is_true_when_a_correctness_item_failed) {
  EXPECT_TRUE(
      lost_untimed_points(make_lab(), scored(with({make_observation("ties", "a", Verdict::crashed)}))));
}

TEST(LostUntimedPoints, is_true_when_a_counted_item_lost_some_points) {
  EXPECT_TRUE(lost_untimed_points(make_lab(), scored(with({make_measured("a", 1.1)}))));
}

TEST(LostUntimedPoints, is_false_when_a_timed_item_lost_points) {
  for (const char* yardstick : {"std_merge", "std_search", "cub"}) {
    Lab lab = make_lab();
    lab.items.back().yardstick = yardstick;
    EXPECT_FALSE(lost_untimed_points(lab, scored(with({make_measured("a", 9)}), lab))) << yardstick;
  }
}

TEST(LostUntimedPoints, is_false_when_items_did_not_run) {
  EXPECT_FALSE(lost_untimed_points(
      make_lab(), score_lab(make_lab(), {Backend::gpu}, good_builds(), all_passed(Backend::gpu))));
}

TEST(LostUntimedPoints, is_true_without_a_file_or_a_build) {
  const Lab lab = make_lab();
  for (const Verdict verdict : {Verdict::not_submitted, Verdict::build_failed, Verdict::forbidden}) {
    EXPECT_TRUE(lost_untimed_points(lab, unscored_lab(lab, {Backend::cpu}, verdict, "x")));
    LabResult bare;
    bare.status = verdict;
    EXPECT_TRUE(lost_untimed_points(lab, bare));
  }
}

LabResult result_with(std::optional<Points> score, const std::vector<std::string>& carried = {}) {
  LabResult result;
  result.max_score = 10;
  result.score = score;
  result.status = score ? Verdict::wrong_answer : Verdict::grader_error;
  result.carried_forward = carried;
  return result;
}

TEST(Better, is_the_higher_score) {
  const LabResult result = better(result_with(4), result_with(9, {"02_co_rank"}));
  EXPECT_EQ(result.score, 9);
  EXPECT_EQ(result.own_score, 4);
  EXPECT_EQ(result.carried_forward, std::vector<std::string>{"02_co_rank"});
}

TEST(Better, is_the_own_one_when_it_is_higher) {
  const LabResult result = better(result_with(9), result_with(4, {"02_co_rank"}));
  EXPECT_EQ(result.score, 9);
  EXPECT_EQ(result.own_score, 9);
  EXPECT_TRUE(result.carried_forward.empty());
}

TEST(Better, is_the_own_one_when_both_are_the_same) {
  const LabResult result = better(result_with(5), result_with(5, {"02_co_rank"}));
  EXPECT_TRUE(result.carried_forward.empty());
  EXPECT_EQ(result.own_score, 5);
}

TEST(Better, has_no_score_when_the_grader_failed_and_the_other_could_have_been_higher) {
  const LabResult carried_failed = better(result_with(4), result_with(std::nullopt, {"02_co_rank"}));
  EXPECT_EQ(carried_failed.score, std::nullopt);
  EXPECT_EQ(carried_failed.own_score, 4);
  EXPECT_EQ(better(result_with(std::nullopt), result_with(4, {"02_co_rank"})).score, std::nullopt);
  EXPECT_EQ(better(result_with(std::nullopt), result_with(std::nullopt, {"02_co_rank"})).score, std::nullopt);
}

TEST(Better, has_full_marks_even_when_the_grader_failed_at_the_other) {
  EXPECT_EQ(better(result_with(10), result_with(std::nullopt, {"02_co_rank"})).score, 10);
  EXPECT_EQ(better(result_with(std::nullopt), result_with(10, {"02_co_rank"})).score, 10);
}

}  // namespace
}  // namespace mergelab::score
