// Relates a lab's failure to the student's files of earlier labs, which it builds on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/student_state.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// What to do about a lab that fails by a TODO of an earlier one; empty if none is left.
[[nodiscard]] std::string unfinished_words(const Place& place, const Lab& lab,
                                           const submission::Sources& sources, const LabResult& result);

/// Of a lab whose file still has a LAB_TODO: the first lab that it builds on and whose file is missing, which
/// is to be done first although the reference stands in for it. Empty: none, or the reference was asked for.
[[nodiscard]] std::string missing_lab_words(const Place& place, const Lab& lab,
                                            const submission::Sources& sources, bool with_reference,
                                            const LabResult& result);

/// In a hand-out nothing is carried forward: says so where an earlier file may be what costs points. The
/// other two say so themselves.
[[nodiscard]] std::string carry_words(const Place& place, const Lab& lab, const StudentState& state);

/// What to look at first where an earlier lab's file may be the cause: one that did not get full marks as it
/// is now. Where the reference is present, the case that failed first is tried with it; a case that fails all
/// the same puts nothing down to that file. Empty: nothing points there.
[[nodiscard]] std::string suspicion_words(LabGrader& grader, const Place& place, const StudentState& state,
                                          const Lab& lab, const submission::Sources& sources,
                                          const LabResult& result);

// --with-reference: the reference in place of a student's files of earlier labs, in verbs that grade one lab.

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
