// Which elements of an output are wrong, where they lie in a pattern.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include "finding/explanation.hpp"

namespace mergelab::judge {

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

}  // namespace mergelab::judge
