// Points from observations and rubric: pure, so that the same observations always give the same score.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/course.hpp"
#include "model/observation.hpp"
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

}  // namespace mergelab::score
