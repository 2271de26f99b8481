// A student's progress, in a small file next to the student's own files: it moves with them. And when these
// are saved.
#pragma once

#include "base/descriptor.hpp"
#include "model/course.hpp"
#include "report/report.hpp"

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
/// Of a lab that was never run, an empty one.
[[nodiscard]] const LabState& state_of(const StudentState& state, const Lab& lab);

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

// A student's place in the course, and the next lab.

/// Whose files, in which course.
struct Place {
  const Course& course;
  std::filesystem::path folder_given;  // as in the command; empty: labs/

  /// "./lab hint 4", with the options that mean this place.
  [[nodiscard]] std::string command(const char* verb, const Lab& lab) const;
  /// "labs/04_tiled_kernel/merge_tiled.cuh".
  [[nodiscard]] std::string file(const Lab& lab) const;
};

/// The first lab without full marks, searched behind `after` first; labs outside the total only behind one of
/// them. Or nullptr.
[[nodiscard]] const Lab* next_lab(const Course& course, const StudentState& state,
                                  const Lab* after = nullptr);

/// The named lab, or the first without full marks, with those outside the total behind the others; or the
/// last of all. Throws course::Error.
[[nodiscard]] const Lab& lab_or_next(const Course& course, const std::string& word, const StateFile& file);

/// "next: lab 3, Basic kernel: edit ..., then `./lab run 3`", or what to do when all labs have full marks.
[[nodiscard]] std::string next_words(const Place& place, const StudentState& state,
                                     const Lab* after = nullptr);

/// "its best so far is 7 of 10", and how to grade it, for verbs that need full marks.
[[nodiscard]] std::string best_words(const Place& place, const StudentState& state, const Lab& lab);

/// "`./lab show 3` puts the reference beside your file."; empty if the course came without it.
[[nodiscard]] std::string show_words(const Place& place, const Lab& lab);

/// All labs with their best scores, and the next one.
[[nodiscard]] std::string overview(const Place& place, const StudentState& state,
                                   const report::TextStyle& style);

/// Watches folders, not files: editors write a new file and rename it, and folders come and go. What happened
/// there is only a reason to look; what counts is how the files look.
class SavedFiles {
 public:
  SavedFiles();

  /// Readable when something happened; -1 where the system gives no such descriptor, and looking now and then
  /// has to do.
  [[nodiscard]] int descriptor() const { return inotify_.get(); }
  /// How these files look now: the text differs after each save. From now on their folders, and those above
  /// that are there, are watched.
  [[nodiscard]] std::string look(const std::vector<std::filesystem::path>& files);
  /// As `look`, once nothing has happened for a moment: a save may be several steps.
  [[nodiscard]] std::string settled(const std::vector<std::filesystem::path>& files);

 private:
  base::Descriptor inotify_;
};

}  // namespace mergelab::app
