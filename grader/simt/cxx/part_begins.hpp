// Evaluates where a part of a kernel's shared array begins: reads the pointers and sums in its declaration.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "bracketed_text.hpp"
#include "kernel_parameters.hpp"

namespace simt::cxx {

/// constant + the sum of factor * parameter, in elements of the array.
struct Begin {
  long constant = 0;
  std::map<std::size_t, long> factors;  // by the parameter's number
};

/// The targets of pointers with known names: the array, and parts of it.
using KnownPointers = std::map<std::string_view, Begin>;

struct PointerValue {
  Begin begin;
  std::string_view base;   // the known pointer that it counts from
  std::size_t behind = 0;  // the token behind its expression
};

/// The pointer at `at`: BASE, BASE + sum or &BASE[sum], in parentheses or as the first argument of a marked
/// span. Sums are of numbers and of multiples of integer parameters that don't change. Else nothing.
[[nodiscard]] std::optional<PointerValue> read_pointer(const BracketedText& source,
                                                       const std::vector<Parameter>& parameters,
                                                       const KnownPointers& known, std::size_t at);

}  // namespace simt::cxx
