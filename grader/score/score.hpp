// Points from observations and rubric: pure, so that the same observations always give the same score.
#pragma once

#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::score {

/// Credit in [0, 1] of a performance item for a metric where less is better: 1 at `full`, 0 at `zero`, linear
/// in log between; or with `max_ratio` 1 up to it and 0 above.
[[nodiscard]] double credit(const Item& item, double metric);

/// The result of one lab. An item that runs on several of the backends has to pass on each. One none of whose
/// tests was observed, though a backend and the rubric ask for it, is a grader_error. `builds` decide the
/// items of a value type that did not build. `references` are the labs whose files in the build are the
/// reference's: the code that ran could read these, so nothing that it chose is in the result. Verdicts and
/// hints of items are left, and parts of their points in twentieths.
[[nodiscard]] LabResult score_lab(const Lab& lab, Backends backends, const std::vector<BuildResult>& builds,
                                  const std::vector<Observation>& observations,
                                  const std::vector<std::string>& references = {});

/// A lab whose file is missing or was refused before a build.
[[nodiscard]] LabResult unscored_lab(const Lab& lab, Backends backends, Verdict verdict,
                                     const std::string& message);

/// Whether one of this lab's correctness items, or items of a performance metric that is counted (not timed),
/// lost points, or it did not build: the condition for carrying its reference forward.
[[nodiscard]] bool lost_untimed_points(const Lab& lab, const LabResult& result);

/// The better of a lab's result with the student's own earlier files and the one with the reference's.
[[nodiscard]] LabResult better(LabResult own, LabResult carried);

/// Days begun after the deadline; 0 up to its last second, and in its minutes of grace.
[[nodiscard]] std::int64_t days_late(const Deadline& deadline, Moment submitted);

/// What late work costs; nothing for work in time. One of 0 percent says that work was late and costs
/// nothing.
[[nodiscard]] std::optional<Deduction> late_deduction(const Deadline& deadline, Moment submitted);

/// Takes the deduction's percents from what the lab's items earned; several together take at most all.
void deduct(LabResult& result, Deduction deduction);
/// The same for late work, in place of what it lost before.
void set_late(LabResult& result, std::optional<Deduction> late);

/// Fills score, max_score and complete from the labs, and from those that were asked for.
void total(Grading& grading);

/// What an item earned and why.
struct JudgedItem {
  ItemResult result;              // all but score, max_score and hint
  double credit = 0;              // in [0, 1]
  std::vector<std::string> seen;  // symptom and clues of the test that the message is from; for the hints
  bool by_build = false;
};

/// What hints may be chosen by: clues and symptom; of a hidden case nothing, or the choice would reveal it.
[[nodiscard]] std::vector<std::string> seen_in(const Observation& test);

/// Those of the backends that the rubric asks for this item on.
[[nodiscard]] Backends due_on(const Item& item, Backends backends);

/// An item without observations yet, with this verdict and message.
[[nodiscard]] JudgedItem decided_item(const Item& item, Backends backends, Verdict verdict,
                                      const std::string& message);

/// `observations` may hold other items' too. A due item whose value type did not build has that build's
/// verdict.
[[nodiscard]] JudgedItem judge_item(const Item& item, Backends backends,
                                    const std::vector<BuildResult>& builds,
                                    const std::vector<Observation>& observations);

/// Gives lost items their hints. One mistake costs several items, most of them only by its consequences: of
/// the correctness items and those that depend on them, the first one lost gives the hint. Others say the
/// same or nothing.
void give_hints(const Lab& lab, std::vector<JudgedItem>& items);

/// For a part of a lab: also gives the hints on an item that fails by itself, if it did so when the whole lab
/// ran last, and what failed now failed then. `lost_before`: the correctness items lost then; none if the lab
/// was not run.
void give_hints_as_before(const Lab& part, const std::vector<std::string>& lost_before, LabResult& result);

/// Runs further apart than this say more of what else the machine did than of the reference.
inline constexpr double kMostSpread = 0.15;

/// What settings have to say of a timed item here. A figure that the item does not have is empty.
struct Calibration {
  std::map<std::string, double> medians;  // of each case's runs
  double spread = 0;                      // of the case whose runs differ most: (slowest - fastest) / median
  std::map<std::string, double> reference;
  std::optional<double> max_ratio, full, zero;
  [[nodiscard]] bool is_noisy() const { return spread > kMostSpread; }
};

/// `runs` has for each case the reference's figure in each run, at least one. A threshold leaves the
/// reference's slowest run full points, and is never stricter than the item's own: the course's holds for any
/// machine.
[[nodiscard]] Calibration calibrated(const Item& item,
                                     const std::map<std::string, std::vector<double>>& runs);

}  // namespace mergelab::score
