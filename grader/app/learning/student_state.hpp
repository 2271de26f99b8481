// A student's progress, in a small file next to the student's own files: it moves with them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

/// Of one lab.
struct LabState {
  Points best, max_score;          // of the best run of the whole lab
  std::string inputs;              // a fingerprint of what the last run graded
  std::vector<std::string> hints;  // what that run has to say, one stage after the other
  std::size_t hints_shown = 0;
  std::size_t predicted = 0;             // how often `predict` has asked: it asks others each time
  std::vector<std::string> passed = {};  // fingerprints of what had full marks, the latest last
  std::vector<std::string> lost = {};    // correctness items that the last run of the whole lab lost
  bool solved = false;                   // one run of the whole lab lost no item
  [[nodiscard]] bool is_full() const { return max_score > 0 && best >= max_score; }
};
using StudentState = std::map<std::string, LabState>;  // by the lab's name

/// The file .mergelab.json of a folder with a student's files. It never stops a run: what can't be read
/// counts as nothing, what can't be written is reported on standard error.
class StateFile {
 public:
  /// None is kept for the reference's own folder.
  StateFile(const Course& course, const std::filesystem::path& folder);

  /// Empty without a file, or if it is invalid.
  [[nodiscard]] StudentState read() const;
  /// Reads it, changes it, writes it in one step. A file that can't be understood is renamed, never written
  /// over.
  /// Returns whether the change is kept.
  bool update(const std::function<void(StudentState&)>& change) const;

  [[nodiscard]] const std::filesystem::path& path() const { return file_; }

 private:
  std::filesystem::path file_;  // empty: none is kept
};

}  // namespace mergelab::app
