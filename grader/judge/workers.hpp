// The workers of one lab: one per item, started anew after an item that lost its own, and within which limits
// they are asked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/plan.hpp"
#include "judge/session.hpp"

namespace mergelab::judge {

class Workers {
 public:
  explicit Workers(const Job& job) : job_(job) {}

  /// One request within the lab's budget, watched as the item asks. On failure `why` says what happened.
  [[nodiscard]] std::optional<Answer> ask(const PlannedTest& test, Request request, Outcome& why);
  /// A worker's setup for this item's build.
  [[nodiscard]] WorkerSetup setup(const Item& item) const;

  /// Why the item's tests can't be tried any more: its worker has ended.
  [[nodiscard]] std::optional<Outcome> lost(const Item& item) const;
  /// To be called when a test has ended: it names the test in which a worker was lost.
  void end_test(const PlannedTest& test);
  /// Forgets a worker whose item is gone.
  void end_item();

  /// The violations since the last call.
  [[nodiscard]] std::vector<Violation> take_violations() { return std::exchange(violations_, {}); }
  /// Whether any test has shown a violation.
  [[nodiscard]] bool any_violation() const { return any_violation_; }

 private:
  /// The worker of this test's item; a new one when the item changes. On a GPU, where a start takes far
  /// longer, when the build changes, or whether the cases are hidden.
  [[nodiscard]] Session& session(const PlannedTest& test);

  const Job& job_;
  std::unique_ptr<Session> session_;
  const Item* item_ = nullptr;  // the item that the session was last asked for
  BuildKind kind_;
  bool hidden_ = false;  // whether the session was shown hidden cases, or visible ones; never both
  std::string lost_at_;  // the test that ended the worker of item_
  double spent_cpu_s_ = 0;
  std::vector<Violation> violations_;
  bool any_violation_ = false;
};

}  // namespace mergelab::judge
