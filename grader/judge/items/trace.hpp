// One small call of a lab's function, with every access logged.
#pragma once

#include <cstdint>
#include <vector>

#include "judge/lab_context.hpp"
#include "model/trace.hpp"

namespace mergelab::judge {

/// The outcome of one call of the case, with its trace: of one that fails, or else of the one that shows
/// most.
[[nodiscard]] Outcome judge_trace(LabContext& context, const PlannedTest& test);

/// Each call of a case whose arrays have at most so many elements together, the largest first.
[[nodiscard]] std::vector<ProblemSet> calls_of(const ProblemSet& set, std::int64_t most_elements);

}  // namespace mergelab::judge
