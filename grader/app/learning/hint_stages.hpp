// What `hint` has to say about a run, from a nudge to the place; never the solution.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/learning/where_next.hpp"
#include "model/course.hpp"
#include "model/result.hpp"

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

}  // namespace mergelab::app
