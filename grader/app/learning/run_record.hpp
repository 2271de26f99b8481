// Keeps what a run of a whole lab has shown, and what `hint` has to say about it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/learning/student_state.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// One stage after the other, in plain text with Markdown's lists. Unfinished: the region that the run came
/// to, then the README's idea, task and pitfalls. Not built: the compiler's first error, then the task.
/// Else the place and the course's hint for what was observed, then how to see more of the case, then the
/// pitfalls. None for full marks.
[[nodiscard]] std::vector<std::string> hint_stages(const Place& place, const Lab& lab,
                                                   const std::filesystem::path& lab_file,
                                                   const LabResult& result, bool with_reference = false);

/// Whether the first stage is what `run` has on its screen. Of a TODO and of a compiler's error it says more.
[[nodiscard]] bool is_first_stage_told(const LabResult& result);

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
