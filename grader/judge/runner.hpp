// Runs the planned tests of one job, each by the function for its kind of item. Knows nothing of GoogleTest.
#pragma once

#include "judge/lab_context.hpp"

namespace mergelab::judge {

class Runner {
 public:
  /// Tries the reference solution, if times on a GPU are compared with it.
  explicit Runner(const Job& job, const StartSession& start = start_session);

  /// Carries out one test. A failure of the grader itself is Verdict::grader_error, never an exception.
  [[nodiscard]] Outcome run(const PlannedTest& test);
  /// When no further test comes.
  void end_workers() { context_.workers.replace(); }

 private:
  [[nodiscard]] Outcome tried(const PlannedTest& test);
  /// Whether the test's time is compared with anything. Only the GPU, the rubric and the reference solution
  /// decide that, before any submission runs.
  [[nodiscard]] bool is_judged(const PlannedTest& test) const;
  void leave_unjudged(Outcome& outcome) const;
  [[nodiscard]] Outcome run_item(const PlannedTest& test);
  /// The launches of a call for `total` outputs, built as the item asks. Empty: `why` says what happened.
  [[nodiscard]] std::optional<wire::Launches> launches_for(std::int64_t total, const Item& item,
                                                           Outcome& why);
  /// Fills the context's launch by a separate launch; returns what went wrong.
  [[nodiscard]] Outcome probe();

  LabContext context_;
  std::vector<std::string> timed_out_;  // tests
};

}  // namespace mergelab::judge
