// What a few times on a GPU are worth, with and without noise.
#include "judge/device_figures.hpp"

#include <gtest/gtest.h>

#include "score/score.hpp"

namespace mergelab::judge {
namespace {

constexpr double kUs = 1e-6;
constexpr double kReference = 1.5;

std::vector<double> times(double middle, double step) {
  std::vector<double> samples;
  for (int i = -5; i <= 5; ++i) samples.push_back(middle + i * step);
  return samples;
}

/// A quiet machine: the path costs 50 us, the copy takes 70, CUB 100, and the submission what is asked for.
DeviceSamples quiet(double submission) {
  DeviceSamples samples;
  samples.empty_s = times(50 * kUs, 0.5 * kUs);
  samples.copy_s = times(120 * kUs, 0.5 * kUs);
  samples.cub_s = times(150 * kUs, 1 * kUs);
  samples.submission_s = times(50 * kUs + submission, 1 * kUs);
  samples.events_s = times(submission, 0.1 * kUs);
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
  return DeviceFigures(samples).judged(time_item(), kReference);
}

TEST(DeviceFigures, tells_times_without_the_path_to_the_call) {
  const Outcome outcome = judged(quiet(150 * kUs));
  EXPECT_EQ(outcome.verdict, Verdict::passed) << outcome.message;
  EXPECT_NEAR(outcome.metrics.at("time_ms"), 0.150, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("cub_ms"), 0.100, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("cub_ratio"), 1.5, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("slowdown"), 1.0, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("copy_fraction"), 70.0 / 150, 1e-9);
  EXPECT_NEAR(outcome.metrics.at("gb_per_s"), 8 * 33554432 / 150e-6 / 1e9, 1e-6);
  EXPECT_EQ(outcome.samples.at("submission").size(), 11U);
}

TEST(DeviceFigures, gives_a_kernel_of_twice_the_time_what_the_curve_says) {
  const Outcome outcome = judged(quiet(300 * kUs));
  EXPECT_EQ(outcome.verdict, Verdict::too_slow);
  EXPECT_NEAR(score::credit(time_item(), outcome.metrics.at("slowdown")), 0.759, 0.001);
  EXPECT_NE(outcome.message.find("2.00 times as long as the reference solution"), std::string::npos)
      << outcome.message;
}

TEST(DeviceFigures, takes_the_slower_quartile_when_the_submission_alone_is_noisy) {
  DeviceSamples samples = quiet(150 * kUs);
  samples.submission_s = times(200 * kUs, 8 * kUs);
  const DeviceFigures figures(samples);
  EXPECT_EQ(figures.noise(), "");
  EXPECT_NEAR(figures.time_s(), 170 * kUs, 1e-9);
}

TEST(DeviceFigures, blames_the_machine_when_a_yardstick_is_noisy) {
  DeviceSamples samples = quiet(150 * kUs);
  samples.cub_s = times(150 * kUs, 5 * kUs);
  EXPECT_NE(DeviceFigures(samples).noise().find("cub::DeviceMerge"), std::string::npos);
}

TEST(DeviceFigures, blames_the_machine_when_the_path_varies_too_much) {
  DeviceSamples samples = quiet(150 * kUs);
  samples.empty_s = times(50 * kUs, 5 * kUs);
  EXPECT_NE(DeviceFigures(samples).noise().find("empty calls"), std::string::npos);
}

TEST(DeviceFigures, believes_no_merge_that_beats_the_copy) {
  const Outcome outcome = judged(quiet(60 * kUs));
  EXPECT_EQ(outcome.verdict, Verdict::invalid_measurement);
  EXPECT_EQ(outcome.symptom, "implausible");
}

TEST(DeviceFigures, believes_no_work_that_the_devices_clock_did_not_see) {
  DeviceSamples samples = quiet(150 * kUs);
  samples.events_s = times(20 * kUs, 0.1 * kUs);
  EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement);
  EXPECT_EQ(judged(samples).symptom, "stream");
  samples.events_s = times(-1, 0);
  EXPECT_EQ(judged(samples).verdict, Verdict::invalid_measurement);
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
