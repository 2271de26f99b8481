#include "app/learning/kept_guess.hpp"

#include <utility>

#include "app/command_line/say.hpp"
#include "app/grading/marked_answers.hpp"
#include "app/grading/setup.hpp"
#include "app/questions/bug_file.hpp"
#include "app/questions/student_answers.hpp"

namespace mergelab::app {
void keep_guess(const Course& course, const Lab& lab, const std::filesystem::path& submission,
                const GuessWords& words, const std::string& student) {
  const std::vector<Bug> bugs = bugs_of(course, lab);
  const Item& item = item_for_points(course, lab, kDetectiveFamily);
  const std::filesystem::path file = student_file(lab, submission);
  const Bug& bug = bugs.at(bug_for_points(lab, item, student, bugs.size()) - 1);
  Guess guess;
  if (words.line.empty()) {
    say::print("What is the bug of {} in lab {}? q ends without a change.\n", student, lab_number(lab));
    AnswerLines lines(stdout);
    if (!ask_guess(lab, last_line(bug.source), lines, guess)) {
      say::print("Nothing was written.\n");
      return;
    }
  } else {
    guess = read_guess(words, lab, last_line(bug.source));
  }
  const TrialInput& input = guess.input;
  submission::StudentAnswers answers{student, fingerprint_of(bug), {std::to_string(guess.line)}};
  for (std::string& word : words_of(input, lab)) answers.answers.push_back(std::move(word));
  keep_answers(file, item, answers);
  say::print("line {}, {}\n", guess.line, words_for(input, lab));
  say::print(
      "Your answer is at the end of {} and counts when that file is graded. The same command changes it.\n",
      file.string());
}

}  // namespace mergelab::app
