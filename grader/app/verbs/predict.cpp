// mergelab predict N: asks about the lecture's topics before any run.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "app/command_line/console.hpp"
#include "app/command_line/say.hpp"
#include "app/grading/report_file.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/student_state.hpp"
#include "app/machine/engine_run.hpp"
#include "app/questions/quiz.hpp"
#include "app/verbs/verbs.hpp"
#include "base/hash.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "judge/random.hpp"
#include "kits/questions/experiments.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

constexpr std::uint64_t kMostQuestions = 100, kSeeds = 1'000'000;  // seeds are short enough to be typed

struct PredictOptions {
  std::filesystem::path course, folder, json;
  std::string lab;
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

/// Gives the questions that need the engine their answers. Throws UsageError without a CPU engine.
void answer_with_engine(std::vector<predict::Question>& questions, Progress& progress) {
  const std::vector<predict::Program> programs = predict::make_programs(questions);
  if (programs.empty()) return;
  progress.note("predict", "running the kernels of the questions on the CPU engine");
  WorkFolder work;
  for (const predict::Program& program : programs)
    predict::finish_questions(questions, program, kEngineFile, count_on_engine(program.source, work));
  progress.clear();
}

int predict(const PredictOptions& options) {
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
  answer_with_engine(questions, progress);
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
  command.option("--json", options->json, "Where to write questions, answers and marks; - is standard output",
                 "PATH");
  command.option("--dir", options->folder, "Folder with your files instead of labs/", "DIR");
  command.flag("--plain", options->text.plain, "No colour, ASCII only");
  command.course(options->course);
  return [options] { return predict(*options); };
}

}  // namespace mergelab::app
