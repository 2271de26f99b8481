// One element of what a worker returned.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "finding/explanation.hpp"
#include "judge/image.hpp"

namespace mergelab::judge {

struct Element {
  int key = 0;
  int origin = -1;  // -1: the type carries none
};

/// c[index] of values of `type`. A Counted element with a label that was never given has no origin.
[[nodiscard]] Element read_element(std::span<const std::byte> c, std::size_t index, ValueType type,
                                   const Labels& labels);

/// Whether c[index] is `filler` in every byte.
[[nodiscard]] bool holds_only(std::byte filler, std::span<const std::byte> c, std::size_t index,
                              ValueType type);

/// "it was never written", "got 7": of c[index], to follow "C[3] expected 5, ".
[[nodiscard]] Statement what_is_there(std::span<const std::byte> c, std::size_t index, ValueType type,
                                      const Labels& labels);

/// "the only mismatch", "first of 3 mismatches"
[[nodiscard]] Statement first_of(std::int64_t mismatches);

}  // namespace mergelab::judge
