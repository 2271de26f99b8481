// One function per kind of item: each carries out one test of it. What the worker's end or the grader's
// failure makes of the rest is the runner's.
#pragma once

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
