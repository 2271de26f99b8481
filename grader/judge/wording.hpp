// What a worker says of a submission, in the judge's own words. A worker may be taken over, and may have read
// what no student should see: so nothing that it wrote is shown. A message is parsed by the grammar of the
// engine's sentences; the result has only the grammar's words, numbers, names in the student's own file, and
// lines of that file, which the judge reads itself.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::judge {

class Wording {
 public:
  /// Of a program of ours: no file is a student's.
  Wording() = default;
  /// `files` are the submission's own; what can't be read has no lines.
  explicit Wording(const std::vector<std::filesystem::path>& files);

  /// A message in these words. One that the grammar does not know becomes what is known of its rule, with the
  /// first line of the student's that it names.
  [[nodiscard]] std::string reworded(std::string_view message, std::string_view rule) const;

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

  // For the grammar:
  [[nodiscard]] bool has_word(std::string_view word) const;
  /// Whether some text of the student's has it, ignoring blanks.
  [[nodiscard]] bool has_expression(std::string_view expression) const;

 private:
  /// ", at merge.cuh:12 `…`", of a line of the student's that the sentence names; else "".
  [[nodiscard]] std::string first_line_in(std::string_view sentence) const;

  std::map<std::string, std::vector<std::string>, std::less<>> files_;
  std::map<std::string, std::vector<std::string>, std::less<>> whole_files_;  // with blanks
  std::set<std::string, std::less<>> words_;
  std::string all_;  // the files' text without blanks
};

}  // namespace mergelab::judge
