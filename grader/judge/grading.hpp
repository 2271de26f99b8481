// Runs the planned tests of one job against workers: one worker per item, started anew after an item that
// lost its own. Knows nothing of GoogleTest.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "judge/device_yardsticks.hpp"
#include "judge/fresh_inputs.hpp"
#include "judge/plan.hpp"
#include "judge/session.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

class Grading {
 public:
  explicit Grading(const Job& job) : job_(job) {}

  /// Carries out one test. A failure of the grader itself is Verdict::grader_error, never an exception.
  [[nodiscard]] Outcome run(const PlannedTest& test);

 private:
  [[nodiscard]] Outcome run_checked(const PlannedTest& test);
  [[nodiscard]] Outcome check_case(const PlannedTest& test);
  [[nodiscard]] Outcome count_comparisons(const PlannedTest& test);
  [[nodiscard]] Outcome time_case(const PlannedTest& test);
  /// On a GPU: one case under each of compute-sanitizer's tools.
  [[nodiscard]] Outcome check_with_sanitizer(const PlannedTest& test);
  /// A worker's setup for this item's build.
  [[nodiscard]] WorkerSetup worker_setup(const Item& item) const;
  /// On a GPU: the submission's calls interleaved with the yardsticks', in the best of the lab's shapes.
  [[nodiscard]] Outcome time_on_device(const PlannedTest& test);
  /// One timed call, its output checked; what went wrong otherwise is in `why`. `meanwhile` runs when the
  /// clock has stopped.
  [[nodiscard]] std::optional<Answer> timed_call(const PlannedTest& test, const FreshInput& input,
                                                 Outcome& why, std::function<void()> meanwhile);
  /// The shape in which a call took the least time.
  [[nodiscard]] std::optional<Shape> best_shape(const PlannedTest& test, FreshInputs& inputs, Outcome& why);
  /// The figures of one case from the CPU engine's counters; the same case is run once for all its items.
  [[nodiscard]] Outcome count_traffic(const PlannedTest& test);
  [[nodiscard]] Outcome run_counted(const PlannedTest& test);

  /// The worker of this test's item; a new one when the item changes. On a GPU, where a start takes far
  /// longer, when the build changes, or whether the cases are hidden.
  [[nodiscard]] Session& session(const PlannedTest& test);
  /// One request within the lab's budget, watched as the item asks. On failure `why` says what happened.
  [[nodiscard]] std::optional<Answer> ask(const PlannedTest& test, Request request, Outcome& why);
  [[nodiscard]] Symbols symbols(const PlannedTest& test) const;
  /// Fills `launch_` by a probe launch; what went wrong otherwise.
  [[nodiscard]] Outcome probe();
  [[nodiscard]] ProblemSet problems(const PlannedTest& test, std::uint64_t seed) const;
  [[nodiscard]] Outcome check_launch(const ProblemSet& set, const wire::Fetched& fetched) const;

  struct Launch {
    std::int64_t block = 0, threads = 0, share = 0;
  };

  const Job& job_;
  std::unique_ptr<Session> session_;
  const Item* session_item_ = nullptr;  // the item that it was last asked for
  BuildKind session_kind_;
  bool session_hidden_ = false;  // whether it was shown hidden cases, or visible ones; never both
  std::string lost_at_;          // the test that ended the worker of session_item_
  double spent_cpu_s_ = 0;
  std::optional<Launch> launch_;
  std::vector<Violation> violations_;  // of the test that runs
  bool any_violation_ = false;         // of whatever test
  std::map<const CaseSpec*, Outcome> counted_;
  std::unique_ptr<DeviceYardsticks> device_yardsticks_;  // made when the first test is timed on a GPU
};

}  // namespace mergelab::judge
