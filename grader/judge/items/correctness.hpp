// The runs of a case whose output has to be right: shared by correctness items and `rules`.
#pragma once

#include <vector>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

struct CaseRun {
  RunOrder order = RunOrder::forward;
  wire::Placement placement = wire::Placement::end;
};

/// Runs the case so, and checks each output. The first run that is not right decides.
[[nodiscard]] Outcome check_runs(LabContext& context, const PlannedTest& test,
                                 const std::vector<CaseRun>& runs);

}  // namespace mergelab::judge
