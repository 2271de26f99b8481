// A number of half precision in plain C++, with the bits of CUDA's __half: for an oracle, and for the grader.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace mergelab {

/// It is rounded where it is stored. Arithmetic is that of float, or of double beside a double.
class [[gnu::may_alias]] Half {
 public:
  static constexpr int kFraction = 10;           // bits of it
  static constexpr int kLeast = -14;             // exponent of the least normal number
  static constexpr unsigned kInfinity = 0x7c00;  // its bits

  Half() = default;
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Half(Number number)  // NOLINT(google-explicit-constructor): as CUDA's
      : bits_(rounded(static_cast<double>(number))) {}
  static constexpr Half of_bits(unsigned bits) {
    Half half{};
    half.bits_ = static_cast<std::uint16_t>(bits);
    return half;
  }

  operator float() const {  // NOLINT(google-explicit-constructor): as CUDA's
    const unsigned fraction = bits_ & ((1U << kFraction) - 1), exponent = (bits_ & kInfinity) >> kFraction;
    const float sign = (bits_ & kSign) != 0 ? -1.0F : 1.0F;
    if (exponent == kInfinity >> kFraction)
      return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                           : sign * std::numeric_limits<float>::infinity();
    const unsigned leading = exponent == 0 ? 0 : 1U << kFraction;  // none of a denormal number
    const int power = std::max(static_cast<int>(exponent), 1) - 1 + kLeast - kFraction;
    return sign * std::scalbn(static_cast<float>(leading | fraction), power);
  }

 private:
  static constexpr unsigned kSign = 0x8000, kNan = 0x7fff;

  /// To the nearest, of two the even one.
  static std::uint16_t rounded(double number) {
    if (std::isnan(number)) return kNan;
    const unsigned sign = std::signbit(number) ? kSign : 0;
    const double size = std::abs(number);
    if (size == 0) return static_cast<std::uint16_t>(sign);
    if (std::isinf(size)) return static_cast<std::uint16_t>(sign | kInfinity);
    const int exponent = std::max(std::ilogb(size), kLeast);
    const double steps = std::rint(std::scalbn(size, kFraction - exponent));  // in units of the last place
    // A carry goes into the exponent, and the leading bit of a normal number counts there.
    const unsigned bits =
        (static_cast<unsigned>(exponent - kLeast) << kFraction) + static_cast<unsigned>(steps);
    return static_cast<std::uint16_t>(sign | std::min(bits, kInfinity));
  }

  std::uint16_t bits_;
};

}  // namespace mergelab

template <>
class std::numeric_limits<mergelab::Half> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr int digits = mergelab::Half::kFraction + 1;
  static constexpr mergelab::Half min() { return mergelab::Half::of_bits(0x0400); }
  static constexpr mergelab::Half max() { return mergelab::Half::of_bits(0x7bff); }
  static constexpr mergelab::Half lowest() { return mergelab::Half::of_bits(0xfbff); }
  static constexpr mergelab::Half denorm_min() { return mergelab::Half::of_bits(0x0001); }
  static constexpr mergelab::Half epsilon() { return mergelab::Half::of_bits(0x1400); }
  static constexpr mergelab::Half infinity() { return mergelab::Half::of_bits(mergelab::Half::kInfinity); }
  static constexpr mergelab::Half quiet_NaN() { return mergelab::Half::of_bits(0x7e00); }
};
