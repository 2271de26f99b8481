// Keeps what a run of a whole lab has shown.
#pragma once

#include <string>

#include "app/learning/student_state.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// Of the files that a run grades, and of the lab's rubric and hints.
[[nodiscard]] std::string inputs_of(const Course& course, const Lab& lab, const submission::Sources& sources);

/// Writes the run down: the best score, and the hints that `hint` will show. Returns what the file then says,
/// or would say if it could be written. `on_screen`: what a run tells is on the student's screen,
/// and the first of the hints with it, where that says no more. A run that the grader itself failed changes
/// nothing.
StudentState record_run(const StateFile& file, const Course& course, const Lab& lab,
                        const submission::Sources& sources, const LabResult& result, bool on_screen);

}  // namespace mergelab::app
