// Points add up exactly, and nothing below all of them reads as all.
#include <bit>
#include <cmath>
#include <mergelab/half.hpp>
#include <random>
#include <type_traits>

#include "model/rubric.hpp"
#include "support/test.hpp"

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

// Half precision in plain C++, beside double.

unsigned bits_of(Half half) { return std::bit_cast<std::uint16_t>(half); }

TEST(Half, holds_each_of_its_numbers) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float number = Half::of_bits(bits);
    if (std::isnan(number))
      EXPECT_GT(bits & 0x7fffU, Half::kInfinity);
    else
      EXPECT_EQ(bits_of(number), bits);
  }
  EXPECT_EQ(static_cast<float>(Half::of_bits(0x3555)), 0.333251953125F);
  EXPECT_EQ(static_cast<float>(Half::of_bits(0x8001)), -std::exp2(-24.0F));
}

TEST(Half, is_the_nearest_number_and_of_two_the_even_one) {
  for (unsigned bits = 0; bits < Half::kInfinity; ++bits) {
    const double one = Half::of_bits(bits);
    const double next = bits + 1 == Half::kInfinity ? 65536 : static_cast<double>(Half::of_bits(bits + 1));
    const double middle = (one + next) / 2;
    EXPECT_EQ(bits_of(middle), bits + (bits & 1U));
    EXPECT_EQ(bits_of(std::nextafter(middle, 0)), bits);
    EXPECT_EQ(bits_of(-std::nextafter(middle, INFINITY)), 0x8000U | (bits + 1));
  }
}

TEST(Half, is_a_float_in_arithmetic_and_a_double_beside_doubles) {
  const Half tenth(0.1), three = 3;
  const std::vector<Half> many(1000, tenth);
  static_assert(std::is_same_v<decltype(tenth + three), float>);
  static_assert(std::is_same_v<decltype(2.0 * tenth), double>);
  EXPECT_EQ(tenth * three, static_cast<float>(tenth) * 3);  // not rounded to a half
  EXPECT_EQ(std::accumulate(many.begin(), many.end(), 0.0), 1000.0 * tenth);
  Half stored = 2048;
  stored = stored + 1;
  EXPECT_EQ(stored, 2048);
  EXPECT_TRUE(tenth < three && three > 2.5 && three == 3 && -three != three);
  EXPECT_EQ(std::max(tenth, three), std::abs(-three));
}

TEST(Half, keeps_what_is_no_ordinary_number) {
  using Limits = std::numeric_limits<Half>;
  EXPECT_TRUE(std::isnan(Half(NAN)));
  EXPECT_TRUE(std::isnan(Limits::quiet_NaN()));
  EXPECT_EQ(Half(-INFINITY), -Limits::infinity());
  EXPECT_EQ(Half(1e300), Limits::infinity());
  EXPECT_EQ(Half(std::uint64_t{1} << 63U), Limits::infinity());
  EXPECT_EQ(bits_of(-0.0), 0x8000U);
  EXPECT_EQ(Limits::max(), 65504);
  EXPECT_EQ(Limits::min(), std::exp2(-14.0F));
  EXPECT_EQ(1 + Limits::epsilon(), Half::of_bits(bits_of(1) + 1));
}

}  // namespace
}  // namespace mergelab
