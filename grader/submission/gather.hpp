// Finds each lab's file anywhere in what a course system has collected.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::submission {

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
