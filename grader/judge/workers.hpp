// The workers of one lab: one per item where starts are cheap, started anew after an item that lost its own,
// and within which limits they are asked.
#pragma once

#include "judge/protocol.hpp"
#include "judge/session.hpp"

namespace mergelab::judge {

// How a worker is started, and how long it may take.

/// To load the student's object.
inline constexpr double kLoadCpuS = 5;

/// CPU time is the limit that counts; wall time only ends what sleeps or waits.
[[nodiscard]] constexpr double wall_limit(double cpu_s) {
  constexpr double kFactor = 5, kExtraS = 5;
  return cpu_s * kFactor + kExtraS;
}

/// Of a worker with this setup.
[[nodiscard]] inline double wall_limit(const WorkerSetup& setup, double cpu_s) {
  return setup.wall_s > 0 ? setup.wall_s : wall_limit(cpu_s);
}

/// A worker of the job's backend and limits, for one of its objects.
[[nodiscard]] WorkerSetup worker_setup(const Job& job, const std::filesystem::path& object);

/// `channel`: the worker's end of it.
[[nodiscard]] sandbox::Command worker_command(const WorkerSetup& setup, int channel);

class Workers {
 public:
  explicit Workers(const Job& job, StartSession start = start_session)
      : job_(job), start_(std::move(start)), files_(job.sources, job.lab.interface) {}

  /// One request within the lab's budget, watched as the item asks. On failure `why` says what happened.
  [[nodiscard]] std::optional<Answer> ask(const PlannedTest& test, WorkerRequest request, Outcome& why);
  /// A worker's setup for this item's build.
  [[nodiscard]] WorkerSetup setup(const Item& item) const;

  /// Why the item's tests can't be tried any more: its worker has ended.
  [[nodiscard]] std::optional<Outcome> lost(const Item& item) const;
  /// To be called when a test has ended: it names the test in which a worker was lost.
  void end_test(const PlannedTest& test);
  /// The item's next request gets a new worker, for what the last one's loss or leavings must not concern.
  void replace();
  /// What the item's worker had launched when it was lost.
  [[nodiscard]] wire::Launches last_launches() const;
  /// Forgets a worker whose item is gone.
  void end_item();

  /// Words a worker's messages.
  [[nodiscard]] const StudentFiles& files() const { return files_; }

  /// What the last request printed.
  [[nodiscard]] std::string take_printed() { return std::exchange(printed_, {}); }

  /// The violations since the last call.
  [[nodiscard]] std::vector<Violation> take_violations() { return std::exchange(violations_, {}); }
  /// Whether one of these is a race.
  [[nodiscard]] bool raced() const;
  /// Whether a line of it updates an element in several threads without an atomic function, or a barrier.
  [[nodiscard]] bool update_races() const;
  /// Makes these the violations since the last call: another try of the same case adds nothing.
  void set_violations(std::vector<Violation> violations) { violations_ = std::move(violations); }
  /// Whether any test has shown a violation.
  [[nodiscard]] bool any_violation() const { return any_violation_; }

 private:
  /// The worker of this test's item; a new one when the item changes. Where a start takes long, when the
  /// build changes, or whether the cases are hidden.
  [[nodiscard]] Session& session(const PlannedTest& test);

  /// The answer's, with the refused launch that they followed.
  void add_violations(const Answer& answer);

  /// Whether starts take long: on a GPU, and where there is a worker for each of up to 16 ranks.
  [[nodiscard]] bool starts_are_long() const;

  const Job& job_;
  StartSession start_;
  StudentFiles files_;  // read before any worker runs
  std::unique_ptr<Session> session_;
  const Item* item_ = nullptr;  // the item that the session was last asked for
  BuildKind kind_;
  bool hidden_ = false;       // whether the session was shown hidden cases, or visible ones; never both
  std::string lost_at_;       // the test that ended the worker of item_
  int refused_launches_ = 0;  // of item_, that ended a worker
  double spent_cpu_s_ = 0;
  std::vector<Violation> violations_;
  bool any_violation_ = false;
  std::string printed_;
};

}  // namespace mergelab::judge
