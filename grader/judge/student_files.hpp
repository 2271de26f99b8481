// The files that a student wrote, to check names and lines against that a worker sends.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/interface.hpp"

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

}  // namespace mergelab::judge
