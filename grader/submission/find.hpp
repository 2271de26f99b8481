// Where a lab's file is in what a student handed in: by its name, or by one that a program has made of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/course.hpp"

namespace mergelab::submission {

// File names that a browser, a file manager or an editor makes of a lab file's name.

enum class NameMatch {
  none,
  similar,  // "merge_tield.cuh", "ada_merge_tiled.cuh": somebody has to say that it is the file
  variant,  // "merge_tiled (1).cuh", "Merge_Tiled.cuh.txt": it can be no other file
  exact,
};

/// How a file's name relates to the one that a lab asks for.
[[nodiscard]] NameMatch match_name(std::string_view name, std::string_view wanted);
/// The same with "lab4.cuh" similar to the file of 04_tiled_kernel.
[[nodiscard]] NameMatch match_name(std::string_view name, const Lab& lab);

/// A name for a message.
[[nodiscard]] std::string quoted_name(std::string_view name);

// Finds each lab's file anywhere in what a course system has collected.

struct Gathered {
  const Lab* lab = nullptr;
  std::vector<std::filesystem::path> found;  // none, one, or several that differ with nothing to choose by
  std::string similar;                       // a file that may be it by its name, where none was found
};

/// For each lab the file that is called like its own, or else "merge_tiled (1).cuh" and its like. One in a
/// folder that is called like the lab goes before others, then the one with fewer folders above it; several
/// with the same bytes are one. Folders that a hand-out brings along (skeletons, solutions, build), hidden
/// ones and links to folders are not looked into. Throws std::runtime_error when a folder can't be read or
/// holds more than 200,000 entries.
[[nodiscard]] std::vector<Gathered> gather(const std::vector<std::filesystem::path>& folders,
                                           const Course& course);

/// Replaces a file that can't be taken: its author reads why in the compiler's message.
[[nodiscard]] std::string stand_in(const std::string& reason);

}  // namespace mergelab::submission
