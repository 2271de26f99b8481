// The clues of a failed test besides its symptom, so that a hint fits the mistake that was seen: how the
// first wrong element arose, which ranks are wrong, which two accesses raced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "judge/check.hpp"
#include "judge/student_files.hpp"

namespace mergelab::judge {

using Clues = std::vector<std::string>;  // each one of symptoms()

/// Of a C whose first wrong element is `first`. `keys` are those of C, `right` those that it should have;
/// `written[k]`: whether C[k] is no longer what it was before the call.
[[nodiscard]] Clues clues_of_merge(const Arrays& arrays, std::span<const int> keys,
                                   std::span<const int> right, const std::vector<bool>& written,
                                   std::size_t first, const Geometry& geometry);

/// Of ranks of which some are wrong; `right[q]` is the stable i of k[q].
[[nodiscard]] Clues clues_of_ranks(const Arrays& arrays, std::span<const int> k, std::span<const int> ranks,
                                   std::span<const int> right);

/// Of broken rules, from the first one and the student's lines that it names. `tile`: the elements of a tile
/// of the case, 0: it has none.
[[nodiscard]] Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files,
                                        std::int64_t tile = 0);

}  // namespace mergelab::judge
