// What goes into a hand-out: a list of what is needed, so that anything unforeseen stays behind.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app::releases {

/// A file that is copied unchanged, from a folder to the same place below the hand-out or to another.
struct CopiedFile {
  std::filesystem::path from, to;  // `to` is relative to the hand-out
};

/// The grader's files: what the table in parts.cpp names. `source` is the checkout. Throws UsageError for
/// what is missing there.
[[nodiscard]] std::vector<CopiedFile> grader_files(const std::filesystem::path& source);

/// The labs' files that a student gets as they are: rubrics, READMEs, figures. The skeletons are not among
/// them.
[[nodiscard]] std::vector<CopiedFile> lab_files(const Course& course);

/// The bugs of the verb `detective`, which are nearly solutions.
[[nodiscard]] std::vector<CopiedFile> bug_files(const Course& course);

}  // namespace mergelab::app::releases
