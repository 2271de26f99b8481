// The curve from a figure to credit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rubric.hpp"

namespace mergelab::score {
namespace {

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

}  // namespace
}  // namespace mergelab::score
