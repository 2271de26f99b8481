// What a student believes of a bug: its line, and an input on which it shows.
#pragma once

#include <string>

#include "app/answer_lines.hpp"
#include "app/bug_trial.hpp"

namespace mergelab::app {

struct Guess {
  int line = 0;
  TrialInput input;
};

/// As they were typed. A shape that is left out is the lab's.
struct GuessWords {
  std::string line, a, b, section, tile;
};

/// Throws UsageError.
[[nodiscard]] Guess read_guess(const GuessWords& words, const Lab& lab);

/// Asks for each part until it can be read. False at the end of the input, or for "q".
[[nodiscard]] bool ask_guess(const Lab& lab, AnswerLines& lines, Guess& guess);

/// "A = 1,2, B = none, section 4, tile 2"
[[nodiscard]] std::string words_for(const TrialInput& input, const Lab& lab);

}  // namespace mergelab::app
