// A kernel's parameters from its tokens, and the place of their values at a launch.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "bracketed_text.hpp"

namespace simt::cxx {

/// A pointer, or an integer for the beginning of a part of shared memory.
struct Parameter {
  std::string_view name;
  std::size_t bytes = 0, place = 0;  // in the engine's arguments at a launch
  bool integer = false, changes = false;
};

/// Those between the parentheses `open` and `close`, in order; nothing if a type's size is unknown. Doesn't
/// set `changes`.
[[nodiscard]] std::optional<std::vector<Parameter>> read_parameters(const BracketedText& source,
                                                                    std::size_t open, std::size_t close);

}  // namespace simt::cxx
