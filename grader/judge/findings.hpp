// A worker's findings, checked. A worker may be taken over, and may have read what no student should see: so
// of what it sent only enumerators, numbers, names and lines of the student's own files remain.
#pragma once

#include <filesystem>
#include <set>

#include "model/outcome.hpp"

namespace mergelab::judge {

class StudentFiles {
 public:
  /// Of a program of ours: no file is a student's.
  StudentFiles() = default;
  /// `files` are the submission's own; what can't be read has no lines. `function`: the lab's, whose
  /// arguments are named in messages, too.
  explicit StudentFiles(const std::vector<std::filesystem::path>& files, const Interface& function = {});

  /// A file that a worker names, where it is the student's, or one that the student's includes; else "".
  [[nodiscard]] std::string file(std::string_view name) const;
  /// The text of a line of the student's, without blanks round it; "" for any other.
  [[nodiscard]] std::string text(std::string_view file, int line) const;

  /// All lines of the student's file, unchanged; null for any other file.
  [[nodiscard]] const std::vector<std::string>* lines(std::string_view file) const;
  /// Whether the region of this TODO, between `// TODO 1 begin` and `// TODO 1 end`, holds more than a
  /// skeleton's.
  [[nodiscard]] bool has_code_in_todo(std::string_view file, int number) const;

  /// The lowest TODO whose LAB_TODO is still in the file, or `reached`, which a run came to, if that is
  /// lower.
  [[nodiscard]] int first_todo(std::string_view file, int reached) const;

  /// Whether a text of the student's has the word, or it is an argument, or a name in every message.
  [[nodiscard]] bool has_word(std::string_view word) const;
  /// Whether some text of the student's has it, ignoring blanks.
  [[nodiscard]] bool has_expression(std::string_view expression) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> files_;
  std::map<std::string, std::vector<std::string>, std::less<>> whole_files_;  // with blanks
  std::set<std::string, std::less<>> words_;
  std::string all_;  // the files' text without blanks
};

/// A finding with every field in its range: a name that is not the student's is dropped, and a message that
/// needs it becomes Message::none.
[[nodiscard]] Finding checked(Finding found, const StudentFiles& files);

/// A checked finding in words, with its lines' text; for Message::none what its rule means.
[[nodiscard]] std::string text_of(const Finding& found, const StudentFiles& files);

/// An explanation of checked findings in words, with its advice on a separate line.
[[nodiscard]] std::string text_of(const Explanation& why, const StudentFiles& files);

/// Writes the messages of an outcome and of its violations.
void write_messages(Outcome& outcome, const StudentFiles& files);

/// "scan.cuh:12 `...`", with the text of the student's line; "" for any other.
[[nodiscard]] std::string line_of(const finding::Site& site, const StudentFiles& files);

/// A symptom: "divergent_barrier", or "fault" for a rule that has none.
[[nodiscard]] std::string symptom_of(finding::Rule rule);

// The clues of a failed test besides its symptom, so that a hint fits the mistake that was seen: which two
// accesses raced, which array was missed.

using Clues = std::vector<std::string>;  // each one of symptoms()

/// Of broken rules, from the first one and the student's lines that it names.
[[nodiscard]] Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files);

}  // namespace mergelab::judge
