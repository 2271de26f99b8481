// Names that a course forbids for reasons of its own: what their use costs, and whose use it is.
#pragma once

#include <vector>

#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// Takes the names off the lab's list for which its build was refused though the lab is not: those that only
/// cost points, which become deductions, and those that stand in a reference's file alone, or in the file of
/// an earlier lab, which they cost there. Returns whether there were any: then it is to be built again.
[[nodiscard]] bool allow_used_names(const Course& course, const submission::Sources& sources,
                                    const submission::Build& built, Lab& lab,
                                    std::vector<Deduction>& deductions);

}  // namespace mergelab::app
