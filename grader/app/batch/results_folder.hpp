// What verbs read of a batch: its gradebook, and what everybody handed in, from there or from a folder of
// submissions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line/console.hpp"
#include "batch/entries.hpp"
#include "batch/gradebook.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// The gradebook in a batch's folder, or the file itself. Throws UsageError without one.
[[nodiscard]] batch::Gradebook open_gradebook(const std::filesystem::path& folder);

struct HandedIn {
  struct Student {
    std::string id;
    batch::Content content;
  };
  std::vector<Student> students;
  std::vector<std::string> notes;  // "bob.zip: is encrypted": what could not be read, and what was left out
};

/// The files of a folder that `batch` would take, or each student's last attempt in a folder with a
/// gradebook, which `batch` has written. Throws UsageError.
[[nodiscard]] HandedIn read_handed_in(const Course& course, const std::filesystem::path& folder,
                                      Progress& progress);

/// Whether a batch has written this folder.
[[nodiscard]] bool is_results_folder(const std::filesystem::path& folder);

}  // namespace mergelab::app
