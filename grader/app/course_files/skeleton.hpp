// The skeletons that students begin with, and what each shares with its solution: everything outside the TODO
// regions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "model/course.hpp"

namespace mergelab::app {

/// The course's own copy of what a student begins a lab with: skeletons/NN_name/FILE. Throws UsageError if
/// the course has none.
[[nodiscard]] std::filesystem::path skeleton_file(const Course& course, const Lab& lab);
/// What a hand-out has: the same, or the file in labs/ of a course without skeletons/.
[[nodiscard]] std::filesystem::path released_skeleton(const Course& course, const Lab& lab);
[[nodiscard]] std::string skeleton_text(const Course& course, const Lab& lab);

/// The text without the lines between "TODO n begin" and "TODO n end", which stay.
[[nodiscard]] std::string without_regions(std::string_view text);

/// The first line in which a skeleton differs from its solution outside the TODO regions; empty: none.
[[nodiscard]] std::string skeleton_difference(const std::string& skeleton, const std::string& solution);

}  // namespace mergelab::app
