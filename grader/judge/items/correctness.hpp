// The runs of a case whose output must be right: shared by correctness items and `rules`.
#pragma once

#include <functional>
#include <vector>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

// A case whose output may be wrong because of a race, which costs its own points: it is tried again in the
// order that is best for the student.

struct Attempt {
  std::optional<Answer> answer;  // empty: the worker is gone
  Outcome outcome;               // why, or what the check of the answer says
};

/// Makes the request, and applies `check` to its answer. If that fails and the engine saw a race, a new
/// worker gets the request once more, with the threads of a block in step, as if no barrier were missing.
/// CUDA allows either order, so an answer that is right in one of them is right but for the race, for which
/// the item `rules` loses points; one that is wrong in both is wrong.
[[nodiscard]] Attempt attempt(LabContext& context, const PlannedTest& test, const WorkerRequest& request,
                              const std::function<Outcome(const Answer&)>& check);

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
