// The inputs of a lab without a kit: numbers and arrays of any type, as its cases ask for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "model/course.hpp"

namespace mergelab::judge {

/// A number of any element type, as wide as it can be.
template <class Type>
[[nodiscard]] Number as_number(Type number) {
  if constexpr (std::is_floating_point_v<Type>)
    return static_cast<double>(number);
  else
    return static_cast<std::int64_t>(number);
}

/// What one call is given.
struct Inputs {
  std::map<std::string, Number> numbers{};  // by the argument's name
  /// By argument, in its element type; empty of numbers, pure outputs and scratch memory.
  std::vector<std::vector<std::byte>> arrays{};

  /// Of an integer; 0 of a name that is none.
  [[nodiscard]] std::int64_t number(std::string_view name) const;
};

/// Of all arrays of a call, scratch memory too.
[[nodiscard]] std::int64_t elements_of_all(const Interface& interface, const Inputs& inputs);

/// The problems of a case: `spec.count`, each drawn anew. Throws std::out_of_range for sizes that are.
[[nodiscard]] std::vector<Inputs> make_inputs(const Lab& lab, const CaseSpec& spec, std::uint64_t seed);

}  // namespace mergelab::judge
