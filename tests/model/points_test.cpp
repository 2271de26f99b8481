// Points add up exactly, and nothing below all of them reads as all.
#include "model/points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace mergelab {
namespace {

Points sum(const std::vector<Points>& parts) { return std::accumulate(parts.begin(), parts.end(), Points()); }

TEST(Points, are_written_with_the_decimals_that_they_have) {
  EXPECT_EQ(to_string(10), "10");
  EXPECT_EQ(to_string(Points(2.5)), "2.5");
  EXPECT_EQ(to_string(Points(14.0 + 1.0 / 3)), "14.33");
  EXPECT_EQ(to_string(Points(0.05)), "0.05");
  EXPECT_EQ(to_string(Points(0.05) - 3), "-2.95");
  EXPECT_EQ(fmt::format("{:>5}|", Points(2.5)), "  2.5|");
}

TEST(Points, of_a_number_are_exact_or_none) {
  for (int hundredths = 0; hundredths <= 100'000; ++hundredths) {
    const Points points = Points::of_hundredths(hundredths);
    ASSERT_EQ(Points::exactly(points.number()), points) << hundredths;
    ASSERT_EQ(Points::exactly(std::stod(to_string(points))), points) << hundredths;
  }
  for (const double other : {0.001, 2.505, 1.0 / 3, 1e8, -1e300, double{INFINITY}, double{NAN}})
    EXPECT_FALSE(Points::exactly(other)) << other;
}

TEST(Points, of_a_part_are_never_all) {
  for (const int hundredths : {0, 1, 2, 99, 1000, 1433}) {
    const Points all = Points::of_hundredths(hundredths);
    for (const double fraction : {0.0, 1e-9, 0.3, 0.5, 0.99, 0.999999999, double{NAN}, -1.0}) {
      const Points earned = all.part(fraction);
      EXPECT_GE(earned, 0) << hundredths << " " << fraction;
      EXPECT_TRUE(earned < all || all == 0) << hundredths << " " << fraction;
    }
    EXPECT_EQ(all.part(1), all);
    EXPECT_EQ(all.part(7), all);
  }
  EXPECT_EQ(Points(5).part(1.0 / 3), Points(1.67));
}

TEST(Points, are_divided_so_that_the_parts_add_up) {
  std::mt19937 random(7);
  const auto below = [&](std::int64_t most) { return static_cast<std::int64_t>(random()) % most; };
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Points> weights(static_cast<std::size_t>(1 + below(30)));
    for (Points& weight : weights) weight = Points::of_hundredths(below(4) == 0 ? 0 : below(1000));
    const Points whole = Points::of_hundredths(below(round % 2 == 0 ? 100 : 10'000)), all = sum(weights);
    const std::vector<Points> parts = divided(whole, weights);
    ASSERT_EQ(sum(parts), all == 0 ? 0 : whole) << "round " << round;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double exact = all == 0 ? 0 : whole.number() * (weights[i] / all);
      ASSERT_LT(std::abs(parts[i].number() - exact), 0.01) << "round " << round;
    }
    ASSERT_EQ(divided(all, weights), weights) << "round " << round;
  }
}

TEST(Points, that_are_left_go_to_the_largest_remainders) {
  EXPECT_EQ(divided(1, {1, 1, 1}), (std::vector<Points>{Points(0.34), Points(0.33), Points(0.33)}));
  EXPECT_EQ(divided(1, {1, 2}), (std::vector<Points>{Points(0.33), Points(0.67)}));
}

}  // namespace
}  // namespace mergelab
