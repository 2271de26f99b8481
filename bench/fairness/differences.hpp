// Compares two gradings of one submission.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"

namespace mergelab::bench {

/// Whether the item is timed: its figures differ from run to run.
[[nodiscard]] bool is_timed(const ItemResult& item);

/// Returns the unexpected differences, a line each; empty if both are the same grade. The points of timed
/// items may differ by up to 2% of the item's; for all others everything except times must be the same:
/// status, points, words, figures and tests.
[[nodiscard]] std::vector<std::string> differences(const Grading& one, const Grading& other);

}  // namespace mergelab::bench
