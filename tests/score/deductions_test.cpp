// The late rule at its limits, and a score after deductions.
#include <gtest/gtest.h>

#include <algorithm>

#include "score/score.hpp"

namespace mergelab::score {
namespace {

constexpr Moment kAt = 1'800'000'000, kHour = 3600, kDay = 24 * kHour;

/// 10% for each day begun, 15 minutes of grace, two days taken; the first of them has 25 hours.
Deadline rule() {
  return {.text = "then",
          .at = kAt,
          .grace_minutes = 15,
          .percent_per_day = 10,
          .days_taken = 2,
          .day_ends = {kAt + kDay + kHour, kAt + 2 * kDay + kHour}};
}

double percent(const Deadline& deadline, Moment submitted) {
  const std::optional<Deduction> late = late_deduction(deadline, submitted);
  return late ? late->percent : -1;
}

TEST(LateDeduction, is_none_up_to_the_last_second_of_grace) {
  EXPECT_EQ(percent(rule(), kAt - 1), -1);
  EXPECT_EQ(percent(rule(), kAt), -1);
  EXPECT_EQ(percent(rule(), kAt + 1), -1);
  EXPECT_EQ(percent(rule(), kAt + 15 * 60), -1);
  EXPECT_EQ(percent(rule(), kAt + 15 * 60 + 1), 10);
  Deadline strict = rule();
  strict.grace_minutes = 0;
  EXPECT_EQ(percent(strict, kAt), -1);
  EXPECT_EQ(percent(strict, kAt + 1), 10);
}

TEST(LateDeduction, counts_days_begun_by_the_zones_clock) {
  EXPECT_EQ(percent(rule(), kAt + kDay + 1), 10) << "the day on which clocks go back has 25 hours";
  EXPECT_EQ(percent(rule(), kAt + kDay + kHour), 10);
  EXPECT_EQ(percent(rule(), kAt + kDay + kHour + 1), 20);
  EXPECT_EQ(days_late(rule(), kAt + kDay + kHour + 1), 2);
}

TEST(LateDeduction, takes_all_after_the_last_day) {
  EXPECT_EQ(percent(rule(), kAt + 2 * kDay + kHour), 20);
  EXPECT_EQ(percent(rule(), kAt + 2 * kDay + kHour + 1), 100);
  EXPECT_EQ(late_deduction(rule(), kAt + 30 * kDay)->message, say(Sentence::too_late, "then", 2));
  Deadline never = rule();
  never.days_taken = 0;
  never.day_ends = {};
  EXPECT_EQ(percent(never, kAt + 15 * 60), -1);
  EXPECT_EQ(percent(never, kAt + 15 * 60 + 1), 100);
}

TEST(LateDeduction, is_never_more_than_all) {
  Deadline steep = rule();
  steep.percent_per_day = 60;
  steep.days_taken.reset();
  EXPECT_EQ(percent(steep, kAt + kDay + kHour + 1), 100);
}

TEST(LateDeduction, without_a_rule_says_that_it_was_late) {
  const Deadline noted{
      .text = "then", .at = kAt, .grace_minutes = 0, .percent_per_day = 0, .days_taken = {}, .day_ends = {}};
  EXPECT_EQ(percent(noted, kAt + 400 * kDay), 0);
  EXPECT_EQ(percent(noted, kAt), -1);
}

LabResult earned(std::optional<Points> score) {
  LabResult result;
  result.score = score;
  result.max_score = 20;
  return result;
}

TEST(Deduct, takes_percents_of_what_was_earned) {
  LabResult result = earned(15);
  deduct(result, {"late", "", 20, 0});
  EXPECT_EQ(result.score, 12);
  EXPECT_EQ(result.deductions.at(0).points, 3);
  deduct(result, {"forbidden", "", 10, 0});
  EXPECT_EQ(result.score, Points(10.5)) << "of what the items earned, not of what is left";
  EXPECT_EQ(result.deductions.at(1).points, Points(1.5));
}

TEST(Deduct, leaves_nothing_below_0_and_no_noise) {
  LabResult result = earned(Points(3.33));
  deduct(result, {"forbidden", "", 70, 0});
  deduct(result, {"late", "", 70, 0});
  EXPECT_EQ(result.score, 0);
  EXPECT_EQ(result.deductions[0].points + result.deductions[1].points, Points(3.33));
}

TEST(SetLate, takes_from_what_was_earned_whatever_late_work_lost_before) {
  LabResult result = earned(15);
  deduct(result, {"forbidden", "", 10, 0});
  for (const double percent : {60.0, 20.0, 100.0, 0.0}) {
    set_late(result, Deduction{"late", "", percent, 0});
    EXPECT_EQ(result.score, Points(15 - 1.5 - std::min(15 * percent / 100, 13.5))) << percent;
    EXPECT_EQ(result.deductions.size(), 2U);
  }
  set_late(result, std::nullopt);
  EXPECT_EQ(result.score, Points(13.5));
  EXPECT_EQ(result.deductions.size(), 1U);
  LabResult untouched = earned(Points(3.33));
  set_late(untouched, std::nullopt);
  EXPECT_EQ(untouched.score, Points(3.33));
}

TEST(Deduct, costs_nothing_at_0_percent_and_gives_no_score_where_there_is_none) {
  LabResult result = earned(15);
  deduct(result, {"late", "", 0, 0});
  EXPECT_EQ(result.score, 15);
  LabResult failed = earned(std::nullopt);
  deduct(failed, {"late", "", 50, 0});
  EXPECT_FALSE(failed.score);
  EXPECT_EQ(failed.deductions.size(), 1U);
}

}  // namespace
}  // namespace mergelab::score
