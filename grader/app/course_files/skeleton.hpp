// The skeletons that students begin with, and what each shares with its solution: everything outside the TODO
// regions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/course.hpp"

namespace mergelab::app {

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
