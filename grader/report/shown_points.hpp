// Points in the hundredths that a page shows, so that what it shows adds up.
#pragma once

#include <vector>

#include "model/result.hpp"

namespace mergelab::report {

struct ShownPoints {
  double score = 0, max_score = 0;
};

/// Of each item, in the lab's order: their sums are the lab's score and its maximum, as `points` writes
/// these. Each differs from the exact figure by little more than rounding; only an item that has all its
/// points shows all. Exact figures without a score.
[[nodiscard]] std::vector<ShownPoints> shown_points(const LabResult& lab);

}  // namespace mergelab::report
