// One function per kind of item: each carries out one test of it. What the worker's end or the grader's
// failure makes of the rest is the runner's.
#pragma once

#include "judge/lab_context.hpp"

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

}  // namespace mergelab::judge
