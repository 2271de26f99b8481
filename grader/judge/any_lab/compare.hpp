// What a function of any lab gave, beside what it should have given.
#pragma once

#include <bit>
#include <numeric>

#include "judge/inputs.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

/// How many numbers of the type lie between two, with one of them; the largest number where it is more.
template <class Type>
[[nodiscard]] std::uint64_t steps_between(Type one, Type other) {
  if constexpr (kIsReal<Type>) {
    using Bits =
        std::conditional_t<sizeof(Type) == sizeof(Half), std::int16_t,
                           std::conditional_t<sizeof(Type) == sizeof(float), std::int32_t, std::int64_t>>;
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
  if constexpr (kIsReal<Type>)
    return std::abs(static_cast<double>(one) - static_cast<double>(other));
  else
    return static_cast<double>(steps_between(one, other));
}

template <class Type>
[[nodiscard]] bool is_same(Type got, Type expected, const Compare& compare) {
  if constexpr (kIsReal<Type>) {
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

/// The indices of wrong elements, as far as a pattern depends on them.
struct WrongElements {
  std::int64_t count = 0, first = -1, last = -1;
  std::int64_t step = 0;  // the greatest that divides all distances

  /// From small to large.
  void add(std::int64_t index) {
    if (count++ == 0) first = last = index;
    if (step != 1) step = std::gcd(step, index - last);
    last = index;
  }
};

struct Pattern {
  Statement words;
  std::string clue{};  // one of symptoms(): "one_row"; may be empty
};

/// The most exact pattern that holds for all of them: if possible, one that holds for no other element;
/// empty: there is none. `name`: of the array; `shape`: of the array, slowest first.
[[nodiscard]] std::optional<Pattern> pattern_of(const std::string& name, const WrongElements& wrong,
                                                std::span<const std::int64_t> shape);

/// "[3][5]" of element 3 * columns + 5.
[[nodiscard]] std::string index_in(std::int64_t element, std::span<const std::int64_t> shape);

/// What one call gave.
struct Outputs {
  std::vector<std::span<const std::byte>> arrays;  // by argument, in its element type; empty of no outputs
  std::span<const std::byte> returned;
};

/// Passed, or wrong_answer: which element is wrong first, what it should be, how many are wrong and in which
/// pattern, and of which other element it has the value. Pure outputs hold kPoison before the call. An
/// element of four bytes or more that still holds it is wrong, however close that is to the expected value.
[[nodiscard]] Outcome compare(const Interface& interface, const Inputs& inputs, const Outputs& expected,
                              const Outputs& got);

/// The indices of an output's elements that compare() finds wrong, in order; of structs those with the first
/// wrong field. In a set none is more wrong than others.
[[nodiscard]] std::vector<int> wrong_elements(const Argument& output, std::span<const std::byte> expected,
                                              std::span<const std::byte> got);

/// What all inputs hold, where that is little.
[[nodiscard]] Explanation small_inputs(const Interface& interface, const Inputs& inputs);

/// Adds the first element of a pure output that was never written, and how many were not, if some were not.
void tell_unwritten(const Interface& interface, const Inputs& inputs, const Outputs& got, Outcome& outcome);

/// The index of an argument, or -1 for what the function returned, and its first wrong element.
struct WrongPlace {
  std::int64_t argument = -1, element = 0;
};
/// What compare() finds wrong first; nothing where that is a set.
[[nodiscard]] std::optional<WrongPlace> first_wrong(const Interface& interface, const Outputs& expected,
                                                    const Outputs& got);

/// An element that differs in any byte: "bins[17]", what it is, and the first such byte.
struct Difference {
  std::string element, one, other;
  std::byte byte_of_one{}, byte_of_other{};
};
/// The first one of what two calls with the same inputs gave; empty: there is none.
[[nodiscard]] std::optional<Difference> first_difference(const Interface& interface, const Inputs& inputs,
                                                         const Outputs& one, const Outputs& other);

/// Whether an element is what outputs are filled with before the call.
[[nodiscard]] bool is_poison(std::span<const std::byte> element);

}  // namespace mergelab::judge
