// Whether a number is right beside the expected one.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "model/interface.hpp"

namespace mergelab::judge {

/// How many numbers of the type lie between two, with one of them; the largest number where it is more.
template <class Type>
[[nodiscard]] std::uint64_t steps_between(Type one, Type other) {
  if constexpr (std::is_floating_point_v<Type>) {
    using Bits = std::conditional_t<sizeof(Type) == sizeof(float), std::int32_t, std::int64_t>;
    // In the order of the numbers: below zero the bits count down.
    const auto place = [](Type number) {
      const auto bits = std::bit_cast<Bits>(number);
      return static_cast<std::int64_t>(bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits);
    };
    const std::int64_t a = place(one), b = place(other);
    return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                 : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  } else {
    return one > other ? static_cast<std::uint64_t>(one) - static_cast<std::uint64_t>(other)
                       : static_cast<std::uint64_t>(other) - static_cast<std::uint64_t>(one);
  }
}

/// By Compare::absolute and relative.
[[nodiscard]] inline double allowed_off(const Compare& compare, double expected) {
  return compare.absolute + compare.relative * std::abs(expected);
}

/// |one - other|: of integers from all their digits.
template <class Type>
[[nodiscard]] double distance(Type one, Type other) {
  if constexpr (std::is_floating_point_v<Type>)
    return std::abs(static_cast<double>(one) - static_cast<double>(other));
  else
    return static_cast<double>(steps_between(one, other));
}

template <class Type>
[[nodiscard]] bool is_same(Type got, Type expected, const Compare& compare) {
  if constexpr (std::is_floating_point_v<Type>) {
    if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
    if (std::isinf(got) || std::isinf(expected)) return got == expected;
  }
  if (got == expected) return true;
  switch (compare.how) {
    case Compare::How::tolerance:
      return distance(got, expected) <= allowed_off(compare, static_cast<double>(expected));
    case Compare::How::ulps:
      return steps_between(got, expected) <= static_cast<std::uint64_t>(compare.ulps);
    case Compare::How::exact:
    case Compare::How::as_set:
      break;
  }
  return false;
}

}  // namespace mergelab::judge
