// Asks questions on a terminal or a pipe, marks the answers, and explains them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "kits/questions/question.hpp"
#include "model/course.hpp"
#include "report/report.hpp"

namespace mergelab::app {

enum class Mark { right, second_try, wrong, skipped, unanswered };
/// "second_try"
[[nodiscard]] const char* to_string(Mark mark);

struct Asked {
  predict::Question question;
  std::vector<std::string> given;  // answers that could be marked
  Mark mark = Mark::unanswered;
  [[nodiscard]] bool is_right() const { return mark == Mark::right || mark == Mark::second_try; }
};

/// Asks all of them, as long as there is input.
[[nodiscard]] std::vector<Asked> ask_all(const Lab& lab, std::vector<predict::Question> questions,
                                         std::FILE* out, const report::TextStyle& style);

/// "7 of 10 right", and what to read again.
[[nodiscard]] std::string summary(const Lab& lab, const std::vector<Asked>& asked,
                                  const report::TextStyle& style);

/// mergelab.predict/1
[[nodiscard]] std::string to_json(const Lab& lab, std::uint64_t seed, const std::vector<Asked>& asked);

}  // namespace mergelab::app
