// mergelab predict N: asks about the lecture's topics before any run.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "app/command_line/console.hpp"
#include "app/command_line/say.hpp"
#include "app/grading/marked_answers.hpp"
#include "app/grading/report_file.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/student_state.hpp"
#include "app/questions/quiz.hpp"
#include "app/questions/student_answers.hpp"
#include "app/verbs/verbs.hpp"
#include "base/hash.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "judge/random.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

constexpr std::uint64_t kMostQuestions = 100, kSeeds = 1'000'000;  // seeds are short enough to be typed

struct PredictOptions {
  std::filesystem::path course, folder, json;
  std::string lab, student;
  std::uint64_t seed = 0, questions = 5;
  TextOptions text;
};

/// Another one at each call, by the student and how often was asked; where that can't be kept, any.
std::uint64_t next_seed(const StateFile& file, const Lab& lab) {
  std::uint64_t calls = 0;
  const bool kept = file.update([&](StudentState& state) { calls = ++state[lab.name].predicted; });
  if (!kept) return judge::fresh_seed() % kSeeds + 1;
  const std::string who = fmt::format("{} {} {} {}", ::getuid(), file.path().string(), lab.name, calls);
  return base::mix(base::hash_text(base::kHashOfNothing, who)) % kSeeds + 1;
}

/// Throws UsageError for a lab that asks nothing.
std::vector<std::string> kinds_of(const Course& course, const Lab& lab) {
  std::vector<std::string> kinds, labs;
  for (const auto& [kind, heading] : lab.predict) kinds.push_back(kind);
  for (const Lab& other : course.labs) {
    if (!other.predict.empty()) labs.push_back(std::to_string(lab_number(other)));
  }
  if (kinds.empty())
    throw UsageError(
        fmt::format("{} has no questions: its lab.json names none under \"predict\"\n  labs with "
                    "questions: {}",
                    lab.name, labs.empty() ? "none" : fmt::format("{}", fmt::join(labs, ", "))));
  return kinds;
}

/// Asks the questions that count for this student, and keeps the answers in the lab's file.
int ask_for_points(const PredictOptions& options) {
  const std::string student = student_id(options.student, "--for-points");
  if (options.seed != 0 || options.questions != PredictOptions().questions || !options.json.empty())
    throw UsageError(
        "--for-points asks a student's questions without marking them: leave out --seed, --questions and "
        "--json");
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const Item& item = item_for_points(course, lab, kPredictFamily);
  const std::filesystem::path file = student_file(lab, submission_folder(options.folder, course));
  const std::vector<predict::Question> questions = questions_for_points(lab, item, student);
  const report::TextStyle style = text_style(options.text, stdout);
  say::print(
      "Lab {}, {}: {} questions for the points of {}, each asked once. `skip` skips one, q ends without a "
      "change.\n\n",
      lab_number(lab), lab.title, questions.size(), student);
  const auto answers = ask_unmarked(lab, questions, stdout, style);
  if (!answers) {
    say::print("Nothing was written: not all {} were answered.\n", questions.size());
    return kGraded;
  }
  keep_answers(file, item, {student, fingerprint_of(questions), *answers});
  say::print(
      "Your {} answers are at the end of {} and count when that file is graded. The same command changes "
      "them.\n",
      answers->size(), file.string());
  return kGraded;
}

int predict(const PredictOptions& options) {
  if (!options.student.empty()) return ask_for_points(options);
  if (options.questions == 0 || options.questions > kMostQuestions)
    throw UsageError(fmt::format("--questions takes 1 to {}", kMostQuestions));
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const std::vector<std::string> kinds = kinds_of(course, lab);
  const std::filesystem::path folder = submission_folder(options.folder, course);
  const ReportFile file(options.json);
  const std::uint64_t seed = options.seed != 0 ? options.seed : next_seed(StateFile(course, folder), lab);
  std::vector<predict::Question> questions =
      predict::make_questions(kinds, static_cast<std::size_t>(options.questions), seed);
  Progress progress(options.text);
  progress.only_on_terminal();
  if (std::any_of(questions.begin(), questions.end(), [](const auto& each) { return each.needs_engine(); }))
    progress.note("predict", "running the kernels of the questions on the CPU engine");
  answer_with_engine(questions);
  progress.clear();
  const report::TextStyle style = text_style(options.text, file.text());
  report::Page head(style);
  head.put("", fmt::format("Lab {}, {}. Type the answer; ? explains the question, q ends.", lab_number(lab),
                           lab.title));
  head.raw(fmt::format("These questions again: {} {} --seed {}{}",
                       command_for("predict", options.folder, options.course), lab_number(lab), seed,
                       options.questions == PredictOptions().questions
                           ? ""
                           : fmt::format(" --questions {}", options.questions)));
  say::print(file.text(), "{}\n", head.take());
  const std::vector<Asked> asked = ask_all(lab, std::move(questions), file.text(), style);
  say::print(file.text(), "{}", summary(lab, asked, style));
  file.write(to_json(lab, seed, asked));
  file.announce("answers");
  return kGraded;
}

}  // namespace

Run predict(CommandOptions& command) {
  const auto options = std::make_shared<PredictOptions>();
  command.positional("N", options->lab, "The lab: a number or a name");
  command.number("--questions", options->questions, "How many questions", "Q");
  command.number("--seed", options->seed, "Ask the questions of this seed; 0: new ones at each call", "S");
  command.option("--for-points", options->student,
                 "Ask the questions that count for this student, and store the answers in your file", "ID");
  command.option("--json", options->json, "Where to write questions, answers and marks; - is standard output",
                 "PATH");
  command.option("--dir", options->folder, "Folder with your files instead of labs/", "DIR");
  command.flag("--plain", options->text.plain, "No colour, ASCII only");
  command.course(options->course);
  return [options] { return predict(*options); };
}

}  // namespace mergelab::app
