// One function per kind of item: each carries out one test of it. What the worker's end or the grader's
// failure makes of the rest is the runner's.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "judge/lab_context.hpp"
#include "model/outcome.hpp"
#include "model/rubric.hpp"
#include "model/trace.hpp"

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

// One small call of a lab's function, with every access logged.

/// The outcome of one call of the case, with its trace: of one that fails, or else of the one that shows
/// most.
[[nodiscard]] Outcome judge_trace(LabContext& context, const PlannedTest& test);

/// Each call of a case whose arrays have at most so many elements together, the largest first.
[[nodiscard]] std::vector<ProblemSet> calls_of(const ProblemSet& set, std::int64_t most_elements);

// The time of a lab on a GPU, and what the reference solution needs there while nothing of the submission
// runs.

/// The shapes that a lab's function is timed in; the best one counts.
[[nodiscard]] std::vector<Numbers> timed_shapes(const Lab& lab);
inline constexpr int kShapeCalls = 2;  // in each; the first warms up

/// `set` in this shape, for timed calls.
[[nodiscard]] Image timed_image(ProblemSet& set, const Item& item, const Numbers& shape);

/// Whether the output of a timed call is right.
[[nodiscard]] Outcome check_timed(const ProblemSet& set, const Answer& answer);

/// The name of CUB's function that this lab's time is compared with.
[[nodiscard]] std::string cub_function(const Job& job);

/// Before any code of the submission runs: whether the reference solution passes the timed cases, and in
/// which shapes it is fastest. If it fails, no time is compared with it.
void try_reference(LabContext& context);

/// The reference solution's time in those of CUB, without the submission's process, which ends. Empty: it
/// fails, or its times say nothing.
[[nodiscard]] std::optional<double> reference_alone(LabContext& context, const PlannedTest& test,
                                                    const ProblemSet& set);

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
