// Half precision in plain C++, beside double.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <mergelab/half.hpp>
#include <numeric>
#include <type_traits>
#include <vector>

namespace mergelab {
namespace {

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
