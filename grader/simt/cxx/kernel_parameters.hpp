// A kernel's parameters as its tokens have them, and where the engine finds their values at a launch.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "bracketed_text.hpp"

namespace simt::cxx {

/// A pointer, or an integer that the begin of a part of shared memory may be counted in.
struct Parameter {
  std::string_view name;
  std::size_t bytes = 0, place = 0;  // where it lies in what the engine is handed at a launch
  bool integer = false, changes = false;
};

/// Those between the parentheses `open` and `close`, in order; nothing when a type's size is not known.
/// `changes` is not set.
[[nodiscard]] std::optional<std::vector<Parameter>> read_parameters(const BracketedText& source,
                                                                    std::size_t open, std::size_t close);

}  // namespace simt::cxx
