// What the score of a lab and of a submission follows from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubric.hpp"
#include "score/score.hpp"

namespace mergelab::score {
namespace {

// The curve from a figure to credit.

Item curve(double full, double zero) {
  Item item;
  item.full = full;
  item.zero = zero;
  return item;
}

TEST(Credit, is_1_up_to_full_and_0_from_zero) {
  const Item item = curve(1.15, 1.4);
  EXPECT_EQ(credit(item, 0), 1);
  EXPECT_EQ(credit(item, 1.15), 1);
  EXPECT_EQ(credit(item, 1.4), 0);
  EXPECT_EQ(credit(item, 1e300), 0);
}

TEST(Credit, is_linear_in_the_logarithm_between) {
  const Item item = curve(1, 16);
  EXPECT_NEAR(credit(item, 2), 0.75, 1e-12);
  EXPECT_NEAR(credit(item, 4), 0.5, 1e-12);
  EXPECT_NEAR(credit(item, 8), 0.25, 1e-12);
}

TEST(Credit, never_rises_with_the_metric_and_stays_in_its_range) {
  const Item item = curve(1.2, 10);
  double last = 1;
  for (double metric = 0.01; metric < 20; metric *= 1.003) {
    const double now = credit(item, metric);
    EXPECT_LE(now, last) << metric;
    EXPECT_GE(now, 0) << metric;
    last = now;
  }
  EXPECT_EQ(last, 0);
}

TEST(Credit, is_all_or_nothing_with_a_plain_threshold) {
  Item item;
  item.max_ratio = 4;
  EXPECT_EQ(credit(item, 4), 1);
  EXPECT_EQ(credit(item, std::nextafter(4.0, 5.0)), 0);
}

TEST(Credit, is_0_for_figures_that_are_none) {
  Item item;
  item.max_ratio = 4;
  EXPECT_EQ(credit(item, std::nan("")), 0);
  EXPECT_EQ(credit(item, std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(credit(item, -1), 0);
}

TEST(Credit, is_0_without_a_threshold) { EXPECT_EQ(credit(Item{}, 1), 0); }

// The late rule at its limits, and a score after deductions.

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

// Error carried forward: when it applies, and which result counts.

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

// The submission's score.

Grading grading_of(const std::vector<std::optional<Points>>& scores, std::vector<std::string> asked) {
  Grading grading;
  grading.asked = std::move(asked);
  for (const auto& score : scores) {
    LabResult lab;
    lab.name = std::to_string(grading.labs.size() + 1);
    lab.max_score = Points(20.1);
    lab.score = score;
    grading.labs.push_back(lab);
  }
  return grading;
}

TEST(Total, is_the_sum_without_noise) {
  Grading grading = grading_of({Points(0.1), Points(0.2), Points(0.3)}, {"1", "2", "3"});
  total(grading);
  EXPECT_EQ(grading.score, Points(0.6));
  EXPECT_EQ(grading.max_score, Points(60.3));
  EXPECT_TRUE(grading.complete);
}

TEST(Total, is_not_complete_before_the_last_lab) {
  Grading grading = grading_of({5}, {"1", "2"});
  total(grading);
  EXPECT_EQ(grading.score, 5);
  EXPECT_FALSE(grading.complete);
}

TEST(Total, is_empty_when_a_lab_has_no_score) {
  Grading grading = grading_of({5, std::nullopt}, {"1", "2"});
  total(grading);
  EXPECT_EQ(grading.score, std::nullopt);
  EXPECT_EQ(grading.max_score, Points(40.2));
  EXPECT_FALSE(grading.complete);
}

TEST(Total, is_0_of_0_before_the_first_lab) {
  Grading grading = grading_of({}, {"1"});
  total(grading);
  EXPECT_EQ(grading.score, 0);
  EXPECT_EQ(grading.max_score, 0);
  EXPECT_FALSE(grading.complete);
}

// Thresholds from the reference's runs: the measurements, their allowed variation, and that nothing gets
// stricter.

Item beside_std_merge() {
  Item item;
  item.yardstick = "std_merge";
  item.metric = "time_ratio";
  item.max_ratio = 4;
  return item;
}

Item on_gpu() {
  Item item;
  item.yardstick = std::string(kDeviceYardstick);
  item.metric = std::string(kDeviceMetric);
  item.full = 1.2;
  item.zero = 10;
  item.reference = {{"NVIDIA H200", {{"large", 3}}}};
  return item;
}

TEST(Calibration, leaves_the_courses_threshold_where_the_reference_is_fast) {
  const Calibration found = calibrated(beside_std_merge(), {{"large", {1.2, 1.25, 1.22}}});
  EXPECT_EQ(found.max_ratio, 4);
  EXPECT_EQ(found.medians.at("large"), 1.22);
  EXPECT_NEAR(found.spread, 0.05 / 1.22, 1e-12);
  EXPECT_FALSE(found.is_noisy());
  EXPECT_TRUE(found.reference.empty());
  EXPECT_FALSE(found.full);
}

TEST(Calibration, raises_it_where_the_slowest_case_of_the_reference_asks_for_it) {
  EXPECT_EQ(calibrated(beside_std_merge(), {{"large", {1, 1}}, {"odd", {2, 2.01}}}).max_ratio, 5.1);
}

TEST(Calibration, takes_medians_for_the_references_ratios_on_a_gpu) {
  const Calibration found = calibrated(on_gpu(), {{"large", {3.5, 3.7004, 3.71}}, {"lopsided", {2, 2.1}}});
  EXPECT_EQ(found.reference, (std::map<std::string, double>{{"large", 3.7}, {"lopsided", 2.05}}));
  EXPECT_EQ(found.full, 1.2);
  EXPECT_EQ(found.zero, 10);
  EXPECT_FALSE(found.max_ratio);
}

TEST(Calibration, leaves_room_for_runs_that_differ) {
  const Calibration found = calibrated(on_gpu(), {{"large", {1, 1, 1.14}}});
  EXPECT_EQ(found.full, 1.3);
  EXPECT_NEAR(*found.zero, 10 * 1.3 / 1.2, 1e-3) << "the curve keeps its form";
  EXPECT_FALSE(found.is_noisy());
}

TEST(Calibration, knows_noise_by_the_case_that_varies_most) {
  EXPECT_FALSE(calibrated(on_gpu(), {{"large", {1, 1.15}}, {"lopsided", {2, 2}}}).is_noisy());
  EXPECT_TRUE(calibrated(on_gpu(), {{"large", {1, 1, 1.16}}, {"lopsided", {2, 2}}}).is_noisy());
}

}  // namespace
}  // namespace mergelab::score
