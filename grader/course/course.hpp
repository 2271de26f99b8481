// Reads the course: labs/course.json, labs/*/lab.json, datasets/catalog.json. Every mistake in them has its
// message here, with file, line, and the name and JSON pointer of the mistake.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// The files in a lab's folder that say what is graded; the last two only of a lab without a kit.
inline constexpr std::string_view kLabFiles[] = {"lab.json", "cases.json", "oracle.cpp"};

/// A mistake in the course's data, or in what was asked of it.
using Error = DataError;

/// `root` has labs/ and datasets/. `settings` is an instructor's file that changes it (docs/formats.md):
/// nullopt means the one that find_settings() finds, an empty path none. Throws Error.
[[nodiscard]] Course load(const std::filesystem::path& root,
                          const std::optional<std::filesystem::path>& settings = std::nullopt);

/// A lab by number ("4"), name ("04_tiled_kernel"), or the name without its number ("tiled_kernel").
/// Throws Error with the nearest right name.
[[nodiscard]] const Lab& find_lab(const Course& course, std::string_view word);

}  // namespace mergelab::course
