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
void add_with_reference(Words& words, bool& with_reference);

/// A student's file of a lab and those of the labs that it uses; of these the reference's where
/// `with_reference` says so, or where the student's is missing. Throws UsageError as student_sources does,
/// and where the course has no reference.
[[nodiscard]] submission::Sources graded_sources(const Course& course, const Lab& lab,
                                                 const std::filesystem::path& folder, bool with_reference);

/// Writes down in the result which of these files are the reference's.
void name_references(const submission::Sources& sources, LabResult& result);

/// " --with-reference", to be put behind a command that goes on so; else empty.
[[nodiscard]] std::string reference_words(bool with_reference);

/// Whether a score reached so is the student's: with the reference only where the course's grader, too, puts
/// it in place of earlier files and lets the better score count.
[[nodiscard]] bool is_own_score(const Course& course, bool with_reference);

/// What to say of a score that is not kept.
[[nodiscard]] std::string not_kept_words(const Lab& lab);

}  // namespace mergelab::app
