// Runs the planned tests of one job, each by the function for its kind of item. Knows nothing of GoogleTest.
#pragma once

#include <string>
#include <vector>

#include "judge/lab_context.hpp"
#include "judge/plan.hpp"

namespace mergelab::judge {

class Runner {
 public:
  explicit Runner(const Job& job) : context_(job) {}
  Runner(const Job& job, StartSession start) : context_(job, std::move(start)) {}

  /// Carries out one test. A failure of the grader itself is Verdict::grader_error, never an exception.
  [[nodiscard]] Outcome run(const PlannedTest& test);

 private:
  [[nodiscard]] Outcome run_item(const PlannedTest& test);
  /// The launches of a call for `total` outputs, built as the item asks. Empty: `why` says what happened.
  [[nodiscard]] std::optional<wire::Launches> launches_for(std::int64_t total, const Item& item,
                                                           Outcome& why);
  /// Fills the context's launch by a launch of its own; what went wrong otherwise.
  [[nodiscard]] Outcome probe();

  LabContext context_;
  std::vector<std::string> timed_out_;  // tests
};

}  // namespace mergelab::judge
