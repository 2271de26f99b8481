// The runs of a case whose output must be right: shared by correctness items and `rules`.
#pragma once

#include <vector>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

struct CaseRun {
  RunOrder order = RunOrder::forward;
  wire::Placement placement = wire::Placement::end;
};

/// What a run must pass besides `rules`. The message says what came before.
[[nodiscard]] Outcome check_answer(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                                   const Image& image, const Answer& answer);

/// Runs the case so, and checks each output. The first run that is not right decides.
[[nodiscard]] Outcome check_runs(LabContext& context, const PlannedTest& test,
                                 const std::vector<CaseRun>& runs);

}  // namespace mergelab::judge
