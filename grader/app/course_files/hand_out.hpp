// Whether this is a student's copy, which has no solutions, and the skeletons that students begin with.
#pragma once

#include "app/command_line/console.hpp"

namespace mergelab::app {

/// `root` is a course's folder. A hand-out is known by what it lacks: solutions/.
[[nodiscard]] bool is_hand_out(const std::filesystem::path& root);

/// "this is a hand-out: " and the rest.
[[nodiscard]] UsageError in_a_hand_out(std::string_view rest);

/// What students begin a lab with: skeletons/NN_name/FILE, as a hand-out has it, else what the solution
/// gives. Nothing where the course has neither.
[[nodiscard]] std::optional<std::string> find_skeleton(const Course& course, const Lab& lab);
/// The same. Throws UsageError where the course has neither.
[[nodiscard]] std::string skeleton_text(const Course& course, const Lab& lab);

/// What a solution gives: in place of the code of each TODO region stands LAB_TODO, and `return 0;` where the
/// code ends with a return. Comments that continue the region's first line, two blanks or more behind "//",
/// stay.
[[nodiscard]] std::string skeleton_of(std::string_view solution);

/// The text without the lines between "TODO n begin" and "TODO n end", which stay.
[[nodiscard]] std::string without_regions(std::string_view text);

/// The first line in which a skeleton differs from its solution outside the TODO regions; empty: none.
[[nodiscard]] std::string skeleton_difference(const std::string& skeleton, const std::string& solution);

}  // namespace mergelab::app
