// A student's place in the course, and the next lab.
#pragma once

#include <filesystem>
#include <string>

#include "app/learning/student_state.hpp"
#include "report/report.hpp"

namespace mergelab::app {

/// Whose files, in which course.
struct Place {
  const Course& course;
  std::filesystem::path course_given, folder_given;  // as in the command; empty: the defaults

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

}  // namespace mergelab::app
