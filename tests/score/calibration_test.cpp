// Thresholds from the reference's runs: the measurements, their allowed variation, and that nothing gets
// stricter.
#include "score/calibration.hpp"

#include <gtest/gtest.h>

namespace mergelab::score {
namespace {

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
