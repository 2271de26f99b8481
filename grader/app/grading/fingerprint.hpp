// What the result of a lab and its observations depend on, in a few digits: whether those of an earlier run
// still hold.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "app/machine/toolchain.hpp"
#include "judge/protocol.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

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
