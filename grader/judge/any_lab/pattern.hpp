// Which elements of an output are wrong, where they lie in a pattern.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "finding/explanation.hpp"

namespace mergelab::judge {

struct Pattern {
  Statement words;
  std::string clue;  // one of symptoms(): "one_row"
};

/// The most exact pattern that holds for all of them, and for no other element; empty: there is none.
/// `name`: of the array; `wrong`: the wrong elements' indices, from small to large; `shape`: of the array,
/// slowest first.
[[nodiscard]] std::optional<Pattern> pattern_of(const std::string& name, std::span<const std::int64_t> wrong,
                                                std::span<const std::int64_t> shape);

/// "[3][5]" of element 3 * columns + 5.
[[nodiscard]] std::string index_in(std::int64_t element, std::span<const std::int64_t> shape);

}  // namespace mergelab::judge
