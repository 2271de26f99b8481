// What the result of one lab depends on, in a few digits: whether a result of an earlier run still holds.
#pragma once

#include <filesystem>
#include <string>

#include "app/command_line/options.hpp"
#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::app {

/// Of the submission's and the reference's files of this lab and those before it, the course's data about
/// them, and how they are graded. Of an instructor's secret only that there is one is part of it: nothing
/// else about it goes into a report.
[[nodiscard]] std::string fingerprint(const Course& course, const Lab& lab,
                                      const std::filesystem::path& submission, const GradingOptions& options,
                                      const Grading& grading);

}  // namespace mergelab::app
