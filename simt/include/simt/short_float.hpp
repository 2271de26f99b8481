// The arithmetic of floating-point numbers of 16 bits: computed in double, and rounded once. That is exact
// for sums, products, quotients and roots, since double has more than twice the bits; fused() makes it so for
// a product and a sum.
#pragma once

#include <simt/math.hpp>
#include <simt/rounding.hpp>

#define SIMT_JOIN(A, B, C, D) A##B##C##D
#define SIMT_JOIN4(A, B, C, D) SIMT_JOIN(A, B, C, D)
#define SIMT_JOIN3(A, B, C) SIMT_JOIN(A, B, C, )

namespace simt {

/// A format: so many bits of fraction below the leading 1, and the largest exponent of a finite number.
template <int kFraction, int kLargest>
struct ShortFloat {
  static constexpr unsigned kInfinity = (2U * kLargest + 1) << kFraction;
  static constexpr unsigned kNan = 0x7fff;

  static unsigned short bits(double value, Rounding rounding = Rounding::Nearest) {
    if (value != value) return kNan;
    const unsigned sign = __builtin_signbit(value) ? 0x8000 : 0;
    const double size = fabs(value);
    if (size == 0) return static_cast<unsigned short>(sign);
    const bool up = rounding == (sign != 0 ? Rounding::Down : Rounding::Up);
    if (__builtin_isinf(size)) return static_cast<unsigned short>(sign | kInfinity);
    const int exponent = ilogb(size) < 1 - kLargest ? 1 - kLargest : ilogb(size);
    const double steps = scalbn(size, kFraction - exponent);  // in units of the last place; exact
    const double whole = rounding == Rounding::Nearest ? rint(steps) : up ? ceil(steps) : floor(steps);
    // The lowest exponent is that of denormal numbers, too; a carry goes into the exponent.
    const unsigned result =
        (static_cast<unsigned>(exponent + kLargest - 1) << kFraction) + static_cast<unsigned>(whole);
    if (result < kInfinity) return static_cast<unsigned short>(sign | result);
    const bool stays_finite = rounding != Rounding::Nearest && !up;
    return static_cast<unsigned short>(sign | (kInfinity - (stays_finite ? 1 : 0)));
  }

  static float value(unsigned short bits) {
    const unsigned fraction = bits & ((1U << kFraction) - 1);
    const int exponent = (bits & 0x7fff) >> kFraction;
    const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
    if (exponent == 2 * kLargest + 1)
      return fraction != 0 ? __builtin_nanf("") : sign * __builtin_huge_valf();
    const unsigned leading = exponent == 0 ? 0 : 1U << kFraction;
    const int power = (exponent == 0 ? 1 : exponent) - kLargest - kFraction;
    return sign * scalbnf(static_cast<float>(leading | fraction), power);
  }
};

/// a * b + c, rounded to odd where double doesn't hold it: another rounding is then as good as one of the
/// exact value.
inline double fused(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  const double part = sum - product;
  const double lost = (product - (sum - part)) + (c - part);
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  if (!(lost != 0) || (bits & 1) != 0 || __builtin_isinf(sum)) return sum;
  return nextafter(sum, lost > 0 ? __builtin_huge_val() : -__builtin_huge_val());
}

}  // namespace simt
