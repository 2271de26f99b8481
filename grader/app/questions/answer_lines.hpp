// What a user types when a verb asks: line by line, until Ctrl-D or Ctrl-C.
#pragma once

#include <signal.h>

#include <cstdio>
#include <optional>
#include <string>

namespace mergelab::app {

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
