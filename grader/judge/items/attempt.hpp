// A case whose output may be wrong because of a race, which costs its own points: it is tried again in the
// order that is best for the student.
#pragma once

#include <functional>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

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

}  // namespace mergelab::judge
