// Keeps what a run of a whole lab has shown.
#pragma once

#include <string>

#include "app/learning/student_state.hpp"
#include "app/learning/where_next.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

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
