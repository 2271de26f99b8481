// Numbers, keys and arguments that a user types: as options, or as answers.
#pragma once

#include <signal.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

/// A whole number in its range. `what` is named in messages, as in the others. Throws UsageError.
[[nodiscard]] std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                                       std::int64_t high);

/// "1,4,6", or with blanks between them; only blanks: no keys. Throws UsageError.
[[nodiscard]] std::vector<int> typed_keys(const std::string& word, const std::string& what);

/// NAME and VALUE of a word of --arg, where NAME is one of `names`. Throws UsageError.
[[nodiscard]] std::pair<std::string, std::string> typed_argument(const std::string& word,
                                                                 const std::vector<std::string>& names);

/// The lab with these constants in place of its own.
[[nodiscard]] Lab with_constants(const Lab& lab, const Numbers& constants);

// What a user types when a verb asks: line by line, until Ctrl-D or Ctrl-C.

/// Standard input. While it lives, Ctrl-C ends the input and not the program.
class AnswerLines {
 public:
  /// Prompts go to `out`; so do the answers unless the input is a terminal.
  explicit AnswerLines(std::FILE* out);
  ~AnswerLines();
  AnswerLines(const AnswerLines&) = delete;
  AnswerLines& operator=(const AnswerLines&) = delete;

  /// The next line without blanks at its ends; nothing at the end of the input, from then on.
  [[nodiscard]] std::optional<std::string> ask(const std::string& prompt);

 private:
  [[nodiscard]] std::optional<std::string> read_line();

  std::FILE* out_;
  struct sigaction before_ {};
  std::string pending_;
  bool ended_ = false;
};

}  // namespace mergelab::app
