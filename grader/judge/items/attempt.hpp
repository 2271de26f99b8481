// A case whose output may be wrong because of a race, which costs points of its own: it is tried once more in
// the order that is best for the student.
#pragma once

#include <functional>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

struct Attempt {
  std::optional<Answer> answer;  // empty: the worker is gone
  Outcome outcome;               // why, or what the check of the answer says
};

/// Makes the request, and holds its answer against `check`. Where that fails and the engine saw a race, the
/// request is made once more, of a new worker, with the threads of a block in step, as if no barrier were
/// missing. CUDA allows either order, so an answer that is right in one of them is right but for the race,
/// which the item `rules` pays for; one that is wrong in both is wrong.
[[nodiscard]] Attempt attempt(LabContext& context, const PlannedTest& test, const WorkerRequest& request,
                              const std::function<Outcome(const Answer&)>& check);

}  // namespace mergelab::judge
