// --with-reference: the reference in place of a student's files of earlier labs, in verbs that grade one lab.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// Declares the option.
void add_with_reference(CommandOptions& command, bool& with_reference);

/// As student_sources, with the reference's file of a lab that it builds on where `with_reference` says so,
/// or where the student's is missing. Throws UsageError, too, where the course has no reference.
[[nodiscard]] submission::Sources graded_sources(const Course& course, const Lab& lab,
                                                 const std::filesystem::path& folder, bool with_reference);

/// " --with-reference", to be put behind a command that goes on so; else empty.
[[nodiscard]] std::string reference_words(bool with_reference);

/// Whether a score reached so is the student's: with the reference only where the course's grader, too, puts
/// it in place of earlier files and lets the better score count.
[[nodiscard]] bool is_own_score(const Course& course, bool with_reference);

/// What to say of a score that is not kept.
[[nodiscard]] std::string not_kept_words(const Lab& lab);

}  // namespace mergelab::app
