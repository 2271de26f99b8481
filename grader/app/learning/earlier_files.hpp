// Relates a lab's failure to the student's files of earlier labs, which it builds on.
#pragma once

#include <string>

#include "app/grading/setup.hpp"
#include "app/learning/student_state.hpp"
#include "app/learning/where_next.hpp"
#include "model/result.hpp"

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

}  // namespace mergelab::app
