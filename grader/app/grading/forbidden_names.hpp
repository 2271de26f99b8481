// Names that a course forbids for its own reasons: the cost of their use, and whose use it is.
#pragma once

#include <vector>

#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// Takes the names off the lab's list for which its build was refused but the lab is not: those that only
/// cost points, which become deductions, and those that only a reference's file uses, or an earlier lab's,
/// which loses points for them. Returns whether there were any: then build it again.
[[nodiscard]] bool allow_used_names(const Course& course, const submission::Sources& sources,
                                    const submission::Build& built, Lab& lab,
                                    std::vector<Deduction>& deductions);

}  // namespace mergelab::app
