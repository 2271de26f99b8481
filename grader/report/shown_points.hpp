// Points in the hundredths that a page shows, so that what it shows adds up.
#pragma once

#include <vector>

#include "model/result.hpp"

namespace mergelab::report {

struct ShownPoints {
  double score = 0, max_score = 0;
};

/// Of each item, in the lab's order: together they are the lab's score and its most, as `points` writes
/// these. Each differs from the exact figure by little more than rounding; one that has all its points shows
/// it, and no other does. Exact figures where the lab has no score.
[[nodiscard]] std::vector<ShownPoints> shown_points(const LabResult& lab);

}  // namespace mergelab::report
