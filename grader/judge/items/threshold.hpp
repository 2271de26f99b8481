// How a figure is compared to an item's threshold.
#pragma once

#include <limits>
#include <string>

#include "model/outcome.hpp"
#include "model/rubric.hpp"

namespace mergelab::judge {

/// The verdict, with this explanation where the metric is above the item's threshold.
inline Outcome judged(const Item& item, double metric, Explanation why, std::string symptom) {
  Outcome outcome;
  outcome.metrics[item.metric] = metric;
  const double allowed =
      item.max_ratio ? *item.max_ratio : item.full.value_or(std::numeric_limits<double>::max());
  if (metric > allowed) {
    outcome.verdict = Verdict::too_slow;
    outcome.why = std::move(why);
    outcome.symptom = std::move(symptom);
  }
  return outcome;
}

}  // namespace mergelab::judge
