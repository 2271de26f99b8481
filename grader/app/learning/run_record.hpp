// What a run of a whole lab has shown: what `hint` has to say about it, and what earlier labs' files, which
// it builds on, have to do with it.
#pragma once

#include "app/grading/setup.hpp"
#include "app/learning/student_state.hpp"

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

/// One stage after the other, in plain text with Markdown's lists. Unfinished: the region that the run came
/// to, then the README's idea, task and pitfalls. Not built: the compiler's first error, then the task.
/// Else the place and the course's hint for what was observed, then how to see more of the case, then the
/// pitfalls. None for full marks.
[[nodiscard]] std::vector<std::string> hint_stages(const Place& place, const Lab& lab,
                                                   const std::filesystem::path& lab_file,
                                                   const LabResult& result, bool with_reference = false);

/// Of the files that a run grades, and of the lab's rubric and hints.
[[nodiscard]] std::string inputs_of(const Course& course, const Lab& lab, const submission::Sources& sources);

/// What becomes of a run.
struct Recorded {
  bool on_screen = false;       // it was printed, with the first hint if that adds nothing
  bool keeps_score = true;      // or only its hints: the run had the reference's files of earlier labs
  bool with_reference = false;  // that was asked for: the hints' commands do the same
};

/// Writes the run down: the best score, and the hints that `hint` will show. Returns what the file then says,
/// or would say if it could be written. A run that the grader itself failed changes nothing.
StudentState record_run(const StateFile& file, const Place& place, const Lab& lab,
                        const submission::Sources& sources, const LabResult& result, Recorded how);

}  // namespace mergelab::app
