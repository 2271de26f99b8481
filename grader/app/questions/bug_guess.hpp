// A student's guess of a bug: its line, and an input on which it shows.
#pragma once

#include <string>
#include <vector>

#include "app/questions/answer_lines.hpp"
#include "app/questions/bug_trial.hpp"

namespace mergelab::app {

struct Guess {
  int line = 0;
  TrialInput input;
};

/// As they were typed. An array that is left out is empty, a constant is the lab's.
struct GuessWords {
  std::string line;
  std::vector<std::string> arguments;  // NAME=VALUE
};

/// The number of a source's last line, at least 1.
[[nodiscard]] int last_line(const std::string& source);

/// The line must be from 1 to `last`. Throws UsageError.
[[nodiscard]] Guess read_guess(const GuessWords& words, const Lab& lab, int last);

/// Asks for each part until it can be read. False at the end of the input, or for "q".
[[nodiscard]] bool ask_guess(const Lab& lab, int last, AnswerLines& lines, Guess& guess);

/// "x = 1,2, y = none, block = 4"
[[nodiscard]] std::string words_for(const TrialInput& input, const Lab& lab);

}  // namespace mergelab::app
