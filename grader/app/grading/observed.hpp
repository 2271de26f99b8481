// What the judge saw of a submission, kept so that it can be scored again without running anything.
#pragma once

#include <mutex>
#include <set>

#include "app/command_line/options.hpp"
#include "app/machine/toolchain.hpp"
#include "judge/protocol.hpp"

namespace mergelab::app {

/// One build of a lab's files, and its tests. Nothing of hidden cases is withheld: this is for the course's
/// staff.
struct Observed {
  std::string lab;
  std::string inputs;                        // a fingerprint of what all of it depends on
  std::map<std::string, std::string> items;  // by id: of what else an item's tests depend on
  std::map<std::string, double> allowed;  // by id: up to which figure a test passed, where there is a limit
  std::vector<BuildResult> builds;
  std::vector<Deduction> deductions;  // for forbidden names
  std::vector<Observation> observations;
};

/// The figure up to which a test of a performance item passes.
[[nodiscard]] std::optional<double> allowed(const Item& item);

/// The items of `lab` whose tests must run: `known` has none of them under this fingerprint, or none that
/// holds. A time that was taken up to a limit says little of a stricter one.
[[nodiscard]] std::set<std::string> stale_items(const Lab& lab,
                                                const std::map<std::string, std::string>& items,
                                                const Observed& known);

/// `known` with the tests of `fresh` in place of those of the same items, and without items that the lab no
/// longer has; verdicts by the thresholds of `lab`. In the order in which a judge runs them.
[[nodiscard]] Observed merged(const Lab& lab, Observed known, Observed fresh,
                              const std::set<std::string>& items);

/// All that was observed of one submission. Several threads may use it.
class ObservedRuns {
 public:
  ObservedRuns() = default;
  /// What text() gave. Throws std::runtime_error.
  explicit ObservedRuns(const std::string& text);

  [[nodiscard]] std::optional<Observed> find(const std::string& lab, const std::string& inputs) const;
  void keep(Observed seen);
  /// mergelab.observations/1: lines of JSON, only of the runs that were kept or found since it was made.
  [[nodiscard]] std::string text() const;

 private:
  using Key = std::pair<std::string, std::string>;  // lab, inputs
  mutable std::mutex mutex_;
  std::map<Key, Observed> runs_;
  mutable std::set<Key> used_;
};

/// Thrown in place of running a submission's code, where that was not allowed.
struct NeedsRun {
  std::string lab;
};

// What the result of a lab and its observations depend on, in a few digits: whether those of an earlier run
// still hold.

/// Of the submission's and the reference's files of this lab and those before it, the course's data about
/// them, and how they are graded. Of an instructor's secret only that there is one is part of it: nothing
/// else about it goes into a report.
[[nodiscard]] std::string fingerprint(const Course& course, const Lab& lab,
                                      const std::filesystem::path& submission, const GradingOptions& options,
                                      const Grading& grading);

/// The programs and headers that build and judge a submission.
[[nodiscard]] std::string fingerprint_of(const Programs& programs);

/// What a build of these files and all of its tests depend on besides the rubric. `how` is the grading's:
/// compiler, device, backends, seed, secret, order.
[[nodiscard]] std::string inputs_of(const Lab& lab, const submission::Sources& sources,
                                    const std::string& how);

/// By item: what else its tests depend on. `job` is the lab's, with families hidden as they will be. Not
/// points, curves and thresholds.
[[nodiscard]] std::map<std::string, std::string> inputs_of_items(const judge::Job& job);

}  // namespace mergelab::app
