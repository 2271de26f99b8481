// Figures from a few times on a GPU, with and without noise.
#include "judge/device_figures.hpp"

#include "judge/checked.hpp"
#include "judge/received.hpp"
#include "score/score.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

constexpr double kUs = 1e-6;
constexpr double kReference = 1.5;

constexpr double kPathUs = 50;

std::vector<double> times(double middle_us, double step_us) {
  std::vector<double> samples;
  for (int i = -5; i <= 5; ++i) samples.push_back((middle_us + i * step_us) * kUs);
  return samples;
}

/// Calls that take so long, and a path there and back that costs what it must and `late_us` more.
CallTimes calls(double middle_us, double step_us = 0.5, double late_us = 0) {
  return {times(middle_us + kPathUs + late_us, step_us), times(middle_us, step_us)};
}

/// A quiet machine: the path costs 50 us, the copy takes 70, CUB 100, and the submission what is asked for.
DeviceSamples quiet(double submission_us) {
  DeviceSamples samples;
  samples.empty_s = times(kPathUs, 0.5);
  samples.copy = calls(70);
  samples.cub = calls(100);
  samples.submission = calls(submission_us);
  samples.outputs = 33554432;
  return samples;
}

Item time_item() {
  Item item;
  item.metric = kDeviceMetric;
  item.yardstick = kDeviceYardstick;
  item.full = 1.2;
  item.zero = 10;
  return item;
}

Outcome judged(const DeviceSamples& samples) {
  return DeviceFigures(samples).judged(time_item(), KnownRatio{kReference, "NVIDIA H200"});
}

TEST(DeviceFigures, tells_times_without_the_path_to_the_call) {
  const Outcome outcome = judged(quiet(150));
  EXPECT_EQ(outcome.verdict, Verdict::passed) << message_of(outcome);
  EXPECT_NEAR(outcome.metrics.at("time_ms"), 0.150, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("judge_ms"), 0.150, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("cub_ms"), 0.100, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("cub_ratio"), 1.5, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("slowdown"), 1.0, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("copy_fraction"), 70.0 / 150, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("gb_per_s"), 8 * 33554432 / 150e-6 / 1e9, 1e-6);
  EXPECT_EQ(outcome.samples.at("submission_judge").size(), 11U);
}

TEST(DeviceFigures, gives_a_kernel_of_twice_the_time_what_the_curve_says) {
  const Outcome outcome = judged(quiet(300));
  EXPECT_EQ(outcome.verdict, Verdict::too_slow);
  EXPECT_NEAR(score::credit(time_item(), outcome.metrics.at("slowdown")), 0.759, 0.001);
  EXPECT_EQ(facts_of(outcome),
            "beside_cub(0.3, 3, cub::DeviceMerge, 0.1) known_ratio_on(1.5, 2, NVIDIA H200) "
            "full_points_up_to_times(1.2)");
}

TEST(DeviceFigures, hold_a_time_against_the_references_in_the_same_run) {
  DeviceSamples samples = quiet(300);
  samples.reference = calls(250);  // and not against what is known, 150
  const Outcome outcome = judged(samples);
  EXPECT_TRUE(outcome.passed()) << message_of(outcome);
  EXPECT_NEAR(outcome.metrics.at("slowdown"), 1.2, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("reference_ms"), 0.25, 1e-9);
  EXPECT_EQ(outcome.samples.at("reference_judge").size(), 11U);
  samples.reference = calls(200);
  EXPECT_EQ(facts_of(judged(samples)), "beside_reference(0.3, 1.5, 0.2) full_points_up_to_times(1.2)");
}

TEST(DeviceFigures, show_a_librarys_time_which_decides_nothing) {
  DeviceSamples samples = quiet(300);
  samples.reference = calls(200);
  samples.library = calls(50);
  samples.library_name = "cublasSgemm";
  const Outcome outcome = judged(samples);
  EXPECT_EQ(facts_of(outcome),
            "beside_reference(0.3, 1.5, 0.2) beside_library(cublasSgemm, 0.05) full_points_up_to_times(1.2)");
  EXPECT_NEAR(outcome.metrics.at("library_ms"), 0.05, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("slowdown"), 1.5, 1e-9);
  EXPECT_EQ(outcome.samples.at("library_device").size(), 11U);
}

TEST(DeviceFigures, hold_nothing_against_a_noisy_reference_or_one_that_two_clocks_tell_apart) {
  for (const CallTimes& reference : {calls(200, 20), calls(200, 0.5, 80)}) {
    DeviceSamples samples = quiet(300);
    samples.reference = reference;
    EXPECT_FALSE(DeviceFigures(samples).has_reference());
    EXPECT_NEAR(judged(samples).metrics.at("slowdown"), 2, 1e-9);
    EXPECT_FALSE(judged(samples).metrics.contains("reference_ms"));
    EXPECT_EQ(DeviceFigures(samples).noise(), "") << "nobody is blamed for the reference's noise";
  }
}

TEST(DeviceFigures, tell_times_where_nothing_is_known_of_the_reference) {
  const Outcome outcome = DeviceFigures(quiet(300)).judged(time_item(), std::nullopt);
  EXPECT_TRUE(outcome.passed());
  EXPECT_FALSE(outcome.metrics.contains("slowdown"));
  EXPECT_NEAR(outcome.metrics.at("cub_ratio"), 3, 1e-9);
}

TEST(DeviceFigures, accuses_nobody_who_is_faster_than_a_copy_as_far_as_that_can_be) {
  EXPECT_TRUE(judged(quiet(55)).passed()) << "a copy takes 70, and a good merge on an H100 0.91 of it";
}

TEST(DeviceFigures, says_the_same_however_the_path_of_one_process_differs_from_anothers) {
  DeviceSamples samples = quiet(150);
  for (const double late_us : {-25, -10, 10, 20}) {
    samples.submission = calls(150, 0.5, late_us);
    EXPECT_NEAR(DeviceFigures(samples).time_s(), 150 * kUs, 1e-9) << late_us;
  }
}

TEST(DeviceFigures, gains_little_by_a_device_clock_that_lies) {
  DeviceSamples samples = quiet(150);
  samples.submission.device_s = times(130, 0.5);
  EXPECT_NEAR(DeviceFigures(samples).time_s(), 130 * kUs, 1e-9);
  samples.submission.device_s = times(100, 0.5);  // the judge saw 150, and half a path may be missing
  EXPECT_NEAR(DeviceFigures(samples).time_s(), 126.25 * kUs, 1e-9);
}

TEST(DeviceFigures, takes_the_slower_quartile_when_the_submission_alone_is_noisy) {
  DeviceSamples samples = quiet(150);
  samples.submission = calls(150, 8);
  const DeviceFigures figures(samples);
  EXPECT_EQ(figures.noise(), "");
  EXPECT_NEAR(figures.time_s(), 170 * kUs, 1e-9);
}

TEST(DeviceFigures, blames_the_machine_when_a_yardstick_or_the_copy_is_noisy_or_its_clocks_differ) {
  DeviceSamples noisy_cub = quiet(150), noisy_copy = quiet(150), late_cub = quiet(150);
  noisy_cub.cub = calls(100, 5);
  noisy_copy.copy = calls(70, 5);
  late_cub.cub = calls(100, 0.5, 35);
  EXPECT_TRUE(contains(DeviceFigures(noisy_cub).noise(), "cub::DeviceMerge"));
  EXPECT_TRUE(contains(DeviceFigures(noisy_copy).noise(), say(Sentence::a_copy)));
  EXPECT_TRUE(DeviceFigures(late_cub).noise().starts_with("cub::DeviceMerge"));
}

TEST(DeviceFigures, believes_no_merge_that_beats_the_copy) {
  const Outcome outcome = judged(quiet(50));
  EXPECT_EQ(outcome.verdict, Verdict::invalid_measurement);
  EXPECT_EQ(outcome.symptom, "implausible");
}

TEST(DeviceFigures, believes_no_work_that_the_devices_clock_did_not_see) {
  DeviceSamples samples = quiet(150);
  samples.submission.device_s = times(20, 0.1);
  EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement);
  EXPECT_EQ(judged(samples).symptom, "stream");
}

TEST(DeviceFigures, accuses_nobody_whom_a_busy_host_delays) {
  DeviceSamples samples = quiet(150);
  for (std::size_t call = 0; call + 1 < samples.submission.judge_s.size(); ++call)
    samples.submission.judge_s[call] += 5000 * kUs;
  EXPECT_TRUE(DeviceFigures(samples).settled());
  EXPECT_NEAR(DeviceFigures(samples).time_s(), 150 * kUs, 1e-9);
  EXPECT_EQ(judged(samples).verdict, Verdict::passed) << message_of(judged(samples));
}

TEST(DeviceFigures, accuses_nobody_whose_calls_a_busy_host_delays_all) {
  DeviceSamples samples = quiet(150);
  for (std::size_t call = 0; call < samples.submission.judge_s.size(); ++call)
    samples.submission.judge_s[call] += (200 + 700 * static_cast<double>(call % 4)) * kUs;
  EXPECT_FALSE(DeviceFigures(samples).settled());
  EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement) << "a host that delays nobody else";
  for (std::size_t call = 0; call < samples.empty_s.size(); call += 3) samples.empty_s[call] += 2000 * kUs;
  EXPECT_EQ(judged(samples).verdict, Verdict::grader_error) << message_of(judged(samples));
  EXPECT_TRUE(facts_of(judged(samples)).starts_with("busy_processors(")) << facts_of(judged(samples));
}

TEST(DeviceFigures, measures_again_where_the_judges_clock_adds_to_the_devices) {
  DeviceSamples samples = quiet(150);
  samples.submission = calls(150, 0.5, 45);  // the clocks agree, and half a path does not explain it
  EXPECT_GT(DeviceFigures(samples).time_s(), 165 * kUs);
  EXPECT_FALSE(DeviceFigures(samples).settled());
  EXPECT_NE(judged(samples).verdict, Verdict::invalid_measurement);
}

TEST(DeviceFigures, lets_a_device_clock_lie_no_more_where_the_path_is_delayed) {
  DeviceSamples samples = quiet(150);
  samples.submission.device_s = times(20, 0.1);
  for (std::size_t call = 0; call + 1 < samples.empty_s.size(); ++call) samples.empty_s[call] += 5000 * kUs;
  EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement);
  EXPECT_EQ(judged(samples).symptom, "stream");
}

TEST(DeviceFigures, takes_the_median_where_the_host_is_what_is_noisy) {
  DeviceSamples samples = quiet(150);
  samples.submission = calls(150, 8);
  samples.empty_s = times(2 * kPathUs, 10);
  EXPECT_NEAR(DeviceFigures(samples).time_s(), 150 * kUs, 1e-9);
}

TEST(DeviceFigures, believes_a_quiet_machine_whose_host_delays_a_yardstick) {
  DeviceSamples samples = quiet(150);
  for (std::size_t call = 0; call + 1 < samples.cub.judge_s.size(); ++call)
    samples.cub.judge_s[call] += 5000 * kUs;
  EXPECT_EQ(DeviceFigures(samples).noise(), "");
}

TEST(DeviceFigures, are_settled_when_times_lie_close_together_and_the_clocks_agree) {
  const DeviceFigures settled(quiet(150));
  EXPECT_TRUE(settled.settled());
  DeviceSamples samples = quiet(150);
  samples.submission = calls(150, 8);
  const DeviceFigures spread(samples);
  EXPECT_FALSE(spread.settled());
  samples = quiet(100);
  samples.submission.device_s = times(20, 0.1);
  const DeviceFigures unseen(samples);
  EXPECT_FALSE(unseen.settled());
  // Less time is better only where the clocks agree about it.
  EXPECT_LT(unseen.time_s(), spread.time_s());
  EXPECT_TRUE(spread.better_than(unseen));
  EXPECT_FALSE(unseen.better_than(spread));
  samples.submission = calls(140, 8);
  EXPECT_TRUE(DeviceFigures(samples).better_than(spread));
  EXPECT_FALSE(spread.better_than(DeviceFigures(samples)));
  samples.cub = calls(80);  // less time, and more beside CUB
  EXPECT_FALSE(DeviceFigures(samples).better_than(spread));
}

TEST(DeviceFigures, believes_no_clock_that_tells_no_time) {
  for (const double nonsense : {-1.0, std::nan(""), double{INFINITY}, double{-INFINITY}, 1e306}) {
    DeviceSamples samples = quiet(150);
    samples.submission = {};
    wire::Done done;
    done.event_s = nonsense;
    for (int call = 0; call < 11; ++call) samples.submission.add(200 * kUs, checked(done).event_s);
    EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement) << nonsense;
  }
}

TEST(Quartiles, lie_between_the_samples_where_they_must) {
  const Quartiles seen = quartiles({4, 1, 3, 2});
  EXPECT_DOUBLE_EQ(seen.lower, 1.75);
  EXPECT_DOUBLE_EQ(seen.median, 2.5);
  EXPECT_DOUBLE_EQ(seen.upper, 3.25);
  EXPECT_DOUBLE_EQ(seen.spread(), 0.6);
  EXPECT_NEAR(seen.uncertainty_s(), 0.93 * 1.5 / 2, 1e-12);
  EXPECT_DOUBLE_EQ(quartiles({7}).median, 7);
}

}  // namespace
}  // namespace mergelab::judge
