// What a function of any lab gave, beside what it should have given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "judge/inputs.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

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

/// The indices of an output's elements that compare() finds wrong, in order. In a set none is more wrong than
/// others.
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

/// Whether an element is what outputs are filled with before the call.
[[nodiscard]] bool is_poison(std::span<const std::byte> element);

}  // namespace mergelab::judge
