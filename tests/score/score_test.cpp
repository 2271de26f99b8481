// What the score of a lab and of a submission follows from.
#include <cmath>

#include "rubric.hpp"
#include "score/score.hpp"
#include "support/test.hpp"

namespace mergelab::score {
namespace {

// The curve from a figure to credit.

Item curve(double full, double zero) {
  Item item;
  item.full = full;
  item.zero = zero;
  return item;
}

TEST(Credit, is_1_up_to_full_0_from_zero_and_linear_in_the_logarithm_between) {
  const Item narrow = curve(1.15, 1.4), wide = curve(1, 16);
  EXPECT_EQ(credit(narrow, 0), 1);
  EXPECT_EQ(credit(narrow, 1.15), 1);
  EXPECT_EQ(credit(narrow, 1.4), 0);
  EXPECT_EQ(credit(narrow, 1e300), 0);
  EXPECT_NEAR(credit(wide, 2), 0.75, 1e-12);
  EXPECT_NEAR(credit(wide, 4), 0.5, 1e-12);
  EXPECT_NEAR(credit(wide, 8), 0.25, 1e-12);
}

TEST(Credit, is_all_or_nothing_with_a_plain_threshold_and_0_without_one_or_a_figure) {
  Item item;
  EXPECT_EQ(credit(item, 1), 0);
  item.max_ratio = 4;
  EXPECT_EQ(credit(item, 4), 1);
  EXPECT_EQ(credit(item, std::nextafter(4.0, 5.0)), 0);
  for (const double none : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0})
    EXPECT_EQ(credit(item, none), 0) << none;
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

TEST(LateDeduction, follows_from_days_begun_by_the_zones_clock) {
  constexpr Moment kGrace = 15 * 60, kFirst = kDay + kHour;
  Deadline strict = rule(), steep = rule(), never = rule();
  strict.grace_minutes = 0;
  steep.percent_per_day = 60;
  steep.days_taken.reset();
  never.days_taken = 0;
  never.day_ends = {};
  const Deadline noted{
      .text = "then", .at = kAt, .grace_minutes = 0, .percent_per_day = 0, .days_taken = {}, .day_ends = {}};
  constexpr double kNone = -1;
  const struct {
    const char* what;
    const Deadline& deadline;
    Moment late;
    double percent;
  } cases[] = {{"before", rule(), -1, kNone},
               {"at the last second", rule(), 0, kNone},
               {"in the grace", rule(), 1, kNone},
               {"at the grace's last second", rule(), kGrace, kNone},
               {"after the grace", rule(), kGrace + 1, 10},
               {"at the last second without grace", strict, 0, kNone},
               {"without grace", strict, 1, 10},
               {"in the 25th hour of the day on which clocks go back", rule(), kDay + 1, 10},
               {"at the first day's last second", rule(), kFirst, 10},
               {"on the second day", rule(), kFirst + 1, 20},
               {"at the last day's last second", rule(), kFirst + kDay, 20},
               {"after the last day", rule(), kFirst + kDay + 1, 100},
               {"in the grace where no day is taken", never, kGrace, kNone},
               {"after it", never, kGrace + 1, 100},
               {"never more than all", steep, kFirst + 1, 100},
               {"in time without a rule", noted, 0, kNone},
               {"late without a rule", noted, 400 * kDay, 0}};
  for (const auto& each : cases) {
    const std::optional<Deduction> late = late_deduction(each.deadline, kAt + each.late);
    EXPECT_EQ(late ? late->percent : kNone, each.percent) << each.what;
  }
  EXPECT_EQ(days_late(rule(), kAt + kFirst + 1), 2);
  EXPECT_EQ(late_deduction(rule(), kAt + 30 * kDay)->message, say(Sentence::too_late, "then", 2));
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

TEST(LostUntimedPoints, is_true_when_a_correctness_or_a_counted_item_lost_some) {
  const auto lost = [lab = make_lab()](const std::vector<Observation>& changed) {
    return lost_untimed_points(lab, scored(with(changed), lab));
  };
  EXPECT_FALSE(lost({}));
  EXPECT_TRUE(lost({make_observation("ties", "a", Verdict::crashed)}));
  EXPECT_TRUE(lost({make_measured("a", 1.1)}));
}

TEST(LostUntimedPoints, is_false_when_a_timed_item_lost_points_or_items_did_not_run) {
  Lab lab = make_lab();
  EXPECT_FALSE(
      lost_untimed_points(lab, score_lab(lab, {Backend::gpu}, good_builds(), all_passed(Backend::gpu))));
  for (const char* yardstick : {"std_merge", "std_search", "cub"}) {
    lab.items.back().yardstick = yardstick;
    EXPECT_FALSE(lost_untimed_points(lab, scored(with({make_measured("a", 9)}), lab))) << yardstick;
  }
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

TEST(Better, is_the_higher_score_or_the_own_one) {
  const std::vector<std::string> carried{"02_co_rank"};
  const std::optional<Points> failed;
  const struct {
    const char* what;
    std::optional<Points> own, other, score;
    bool is_other;
  } cases[] = {{"the other is higher", 4, 9, 9, true},
               {"the own one is higher", 9, 4, 9, false},
               {"both are the same", 5, 5, 5, false},
               {"the other failed, and could have been higher", 4, failed, failed, true},
               {"the own one failed, and could have been higher", failed, 4, failed, false},
               {"both failed", failed, failed, failed, false},
               {"full marks are the most, whatever the other is", 10, failed, 10, false},
               {"and so are the other's", failed, 10, 10, true}};
  for (const auto& each : cases) {
    const LabResult result = better(result_with(each.own), result_with(each.other, carried));
    EXPECT_EQ(result.score, each.score) << each.what;
    EXPECT_EQ(result.own_score, each.own) << each.what;
    EXPECT_EQ(!result.carried_forward.empty(), each.is_other) << each.what;
  }
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

TEST(Total, is_the_sum_without_noise_and_complete_with_the_last_lab) {
  const struct {
    const char* what;
    std::vector<std::optional<Points>> labs;
    std::vector<std::string> asked;
    std::optional<Points> score;
    Points max_score;
    bool complete;
  } cases[] = {
      {"all labs", {Points(0.1), Points(0.2), Points(0.3)}, {"1", "2", "3"}, Points(0.6), Points(60.3), true},
      {"before the last lab", {5}, {"1", "2"}, 5, Points(20.1), false},
      {"a lab without a score", {5, std::nullopt}, {"1", "2"}, std::nullopt, Points(40.2), false},
      {"before the first lab", {}, {"1"}, 0, 0, false}};
  for (const auto& each : cases) {
    Grading grading = grading_of(each.labs, each.asked);
    total(grading);
    EXPECT_EQ(grading.score, each.score) << each.what;
    EXPECT_EQ(grading.max_score, each.max_score) << each.what;
    EXPECT_EQ(grading.complete, each.complete) << each.what;
  }
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
