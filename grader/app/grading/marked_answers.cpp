#include "app/grading/marked_answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>

#include "app/command_line/errors.hpp"
#include "app/grading/course_grader.hpp"
#include "app/machine/engine_run.hpp"
#include "app/questions/bug_guess.hpp"
#include "app/questions/bug_trial.hpp"
#include "app/questions/quiz.hpp"
#include "app/questions/student_answers.hpp"
#include "base/atomic_file.hpp"
#include "base/hash.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "kits/questions/experiments.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

Outcome lost(const std::string& message, double right = 0) {
  return {.verdict = Verdict::wrong_answer, .metrics = {{"right", right}}, .message = message};
}

Outcome won() { return {.metrics = {{"right", 1}}}; }

/// A newer course or mergelab asks others: the message says so, since it is not the student's mistake.
Outcome of_other_questions(const Lab& lab) {
  return lost(fmt::format("the answers in {} belong to other questions than the current ones", lab.file));
}

Outcome mark_predictions(const Lab& lab, const Item& item, const submission::StudentAnswers& given) {
  std::vector<predict::Question> questions = questions_for_points(lab, item, given.student);
  if (given.asked != fingerprint_of(questions)) return of_other_questions(lab);
  if (given.answers.size() != questions.size())
    return lost(
        fmt::format("{} has {} answers to {} questions", lab.file, given.answers.size(), questions.size()));
  answer_with_engine(questions);
  std::size_t right = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (given.answers[i] == submission::kLeftOut) continue;
    const Typed typed = read_answer(questions[i], given.answers[i]);
    right += typed.numbers && *typed.numbers == questions[i].answer ? 1 : 0;
  }
  if (right == questions.size()) return won();
  return lost(fmt::format("{} of {} answers are right", right, questions.size()),
              static_cast<double>(right) / static_cast<double>(questions.size()));
}

Outcome mark_guess(const Course& course, const Lab& lab, const Item& item,
                   const submission::StudentAnswers& given, const Programs& programs,
                   const fs::path& folder) {
  const std::vector<Bug> bugs = find_bugs(course, lab);
  const Bug& bug = bugs.at(bug_for_points(lab, item, given.student, bugs.size()) - 1);
  if (given.asked != fingerprint_of(bug)) return of_other_questions(lab);
  const std::vector<std::string> parts = parts_of_input(lab);
  if (given.answers.size() != parts.size() + 1)
    return lost(fmt::format("{} has {} of the {} parts of an answer to detective", lab.file,
                            given.answers.size(), parts.size() + 1));
  GuessWords words{given.answers[0], {}};
  for (std::size_t i = 0; i < parts.size(); ++i)
    words.arguments.push_back(fmt::format("{}={}", parts[i], given.answers[i + 1]));
  Guess guess;
  try {
    guess = read_guess(words, lab, kLargestLine);
  } catch (const UsageError&) {
    return lost(fmt::format("the answer in {} is not a line and sorted keys of a small input", lab.file));
  }
  const fs::path file = folder / "bug" / lab.file;
  fs::create_directories(file.parent_path());
  base::write_atomically(file, bug.source);
  BugTrial trial(course, programs, folder / "build", lab, reference_sources(course, lab, file));
  const bool fails = !trial.failure(guess.input).empty(),
             is_there = place_of(bug, guess.line) != LinePlace::elsewhere;
  if (fails && is_there) return won();
  if (!fails && !is_there) return lost("neither the line nor the input is right");
  return lost("only one of the line and the input is right", 0.5);
}

}  // namespace

std::vector<predict::Question> questions_for_points(const Lab& lab, const Item& item,
                                                    const std::string& student) {
  std::vector<std::string> kinds;
  for (const auto& [kind, heading] : lab.predict) kinds.push_back(kind);
  return predict::make_questions(kinds, kQuestionsForPoints, seed_for_points(lab, item, student));
}

void answer_with_engine(std::vector<predict::Question>& questions) {
  const std::vector<predict::Program> programs = predict::make_programs(questions);
  if (programs.empty()) return;
  WorkFolder work;
  for (const predict::Program& program : programs)
    predict::finish_questions(questions, program, kEngineFile, count_on_engine(program.source, work));
}

std::size_t bug_for_points(const Lab& lab, const Item& item, const std::string& student, std::size_t bugs) {
  return static_cast<std::size_t>(seed_for_points(lab, item, student) % bugs) + 1;
}

std::string fingerprint_of(const std::vector<predict::Question>& questions) {
  std::string words;
  for (const predict::Question& question : questions)
    words += fmt::format("{}\n{}\n{}\n", question.text, fmt::join(question.wanted, "\n"),
                         fmt::join(question.choices, "\n"));
  return fingerprint_of_questions(words);
}

std::string fingerprint_of(const Bug& bug) { return fingerprint_of_questions(bug.source); }

bool can_mark(const Course& course, const Lab& lab, const Item& item) {
  if (item.kind != ItemKind::answers || item.family != kDetectiveFamily) return true;
  return !find_bugs(course, lab).empty() &&
         std::none_of(lab.uses.begin(), lab.uses.end(), [&](const std::string& used) {
           return reference_file(course, *course.find_lab(used)).empty();
         });
}

std::string inputs_of_answers(const Course& course, const Lab& lab, const submission::Sources& sources,
                              const std::string& student, const std::string& how) {
  const std::string file = base::read_file(sources.at(lab.name).file).value_or("");
  std::uint64_t hash = base::kHashOfNothing;
  for (const std::string& text : {how, file, student}) hash = base::hash_text(hash, text);
  for (const Item& item : lab.items) {
    if (item.kind != ItemKind::answers) continue;
    hash = base::hash_text(hash, item.id);
    if (item.family == kDetectiveFamily) {
      for (const Bug& bug : find_bugs(course, lab)) hash = base::hash_text(hash, to_json(bug));
      for (const std::string& used : lab.uses) {
        const fs::path reference = reference_file(course, *course.find_lab(used));
        hash = base::hash_text(hash, base::read_file(reference).value_or(""));
      }
    } else if (const auto given = submission::answers_in(file, item)) {
      hash = base::hash_text(hash, fingerprint_of(questions_for_points(lab, item, given->student)));
    }
  }
  return fmt::format("{:016x}", hash);
}

Outcome marked_answers(const Course& course, const Lab& lab, const Item& item,
                       const submission::Sources& sources, const std::string& student,
                       const Programs& programs, const fs::path& folder) {
  const bool predicts = item.family == kPredictFamily;
  const std::string verb = fmt::format("`{} {} {} --for-points ID`", base::common_name(),
                                       predicts ? "predict" : "detective", lab_number(lab));
  try {
    const std::optional<submission::StudentAnswers> given =
        submission::answers_in(base::read_file(sources.at(lab.name).file).value_or(""), item);
    if (!given) return lost(fmt::format("{} has no answers yet: {} asks", lab.file, verb));
    if (!student.empty() && !is_same_student(given->student, student))
      return lost(fmt::format("the answers in {} are those of '{}', but '{}' is graded: {} asks again",
                              lab.file, given->student, student, verb));
    return predicts ? mark_predictions(lab, item, *given)
                    : mark_guess(course, lab, item, *given, programs, folder);
  } catch (const std::exception& error) {
    return {.verdict = Verdict::grader_error,
            .message = fmt::format("the answers could not be marked: {}", error.what())};
  }
}

}  // namespace mergelab::app
