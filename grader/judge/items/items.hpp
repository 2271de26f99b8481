// One function per kind of item: each carries out one test of it. What the worker's end or the grader's
// failure makes of the rest is the runner's.
#pragma once

#include <limits>
#include <string>

#include "judge/lab_context.hpp"
#include "model/outcome.hpp"
#include "model/rubric.hpp"

namespace mergelab::judge {

/// The output is right, and the launch as the lab asks.
[[nodiscard]] Outcome judge_correctness(LabContext& context, const PlannedTest& test);
/// The CPU engine or, on a GPU, compute-sanitizer sees no violation of CUDA's rules, in any order of blocks
/// and threads.
[[nodiscard]] Outcome judge_rules(LabContext& context, const PlannedTest& test);
/// Any counter of a function without a kit, in the units that the item asks for.
[[nodiscard]] Outcome judge_counters(LabContext& context, const PlannedTest& test);
/// The time of a function without a kit, beside the reference solution's.
[[nodiscard]] Outcome judge_time_beside_reference(LabContext& context, const PlannedTest& test);
/// On a GPU: the submission's calls interleaved with the yardsticks', in the best of the lab's shapes.
[[nodiscard]] Outcome judge_gpu_time(LabContext& context, const PlannedTest& test);

// How a figure is compared to an item's threshold.

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
