// The runs of a case whose output must be right: shared by correctness items and `rules`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "judge/lab_context.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

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

// What the numbers of a launch tell.

/// Clues from the numbers of a launch for so many outputs, to report with a failure. `is_grid_given`: the lab
/// says how many blocks make them.
[[nodiscard]] std::vector<std::string> clues_of_launch(const wire::Launches& launches, std::int64_t outputs,
                                                       bool is_grid_given);

/// Adds the thread that returned early to a failure by outputs that nothing wrote: they may have been its
/// own.
void tell_returned(const wire::Launches& launches, Outcome& outcome);

/// How many outputs a block makes, of a program that launches `grid` blocks for `outputs`: the most for which
/// it launches only one block. `blocks_for` launches for so many; 0 if that fails, and then the answer is the
/// fewest that a block can have made. A program whose grid doesn't grow with the outputs gets that, too.
[[nodiscard]] std::int64_t outputs_of_block(std::int64_t grid, std::int64_t outputs,
                                            const std::function<std::int64_t(std::int64_t)>& blocks_for);

}  // namespace mergelab::judge
