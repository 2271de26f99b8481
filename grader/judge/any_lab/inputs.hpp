// The inputs of a lab without a kit: numbers and arrays of any type, as its cases ask for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::judge {

/// What one call is given.
struct Inputs {
  std::map<std::string, Number> numbers{};  // by the argument's name
  /// By argument, in its element type; empty of numbers, pure outputs and scratch memory.
  std::vector<std::vector<std::byte>> arrays{};

  /// Of an integer; 0 of a name that is none.
  [[nodiscard]] std::int64_t number(std::string_view name) const;
};

/// The problems of a case: `spec.count`, each drawn anew. Throws std::out_of_range for sizes that are.
[[nodiscard]] std::vector<Inputs> make_inputs(const Lab& lab, const CaseSpec& spec, std::uint64_t seed);

}  // namespace mergelab::judge
