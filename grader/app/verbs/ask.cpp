// mergelab ask: questions to a student about their own file, with what the CPU engine saw for an answer.
#include <fstream>

#include "app/batch/batch_run.hpp"
#include "app/learning/traced_case.hpp"
#include "app/verbs/verbs.hpp"
#include "ask/question.hpp"
#include "batch/text.hpp"
#include "report/build_log.hpp"
#include "report/trace_text.hpp"
#include "submission/source_file.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kQuestions = 3, kMostBarriers = 3;

struct AskOptions {
  GradingOptions grading;
  fs::path folder;
  std::string lab;
  bool answers = false;
};

/// A lab's part of the examination.
struct Asked {
  const Lab* lab = nullptr;
  ByHand call;                    // the arguments and constants
  std::vector<std::string> with;  // the numbers and arrays
  std::string wrong;              // what the file gets wrong there
  std::vector<ask::Question> questions;
};

/// A call of which as much as possible can be asked.
ByHand draw_call(const Lab& lab, judge::Random& random) {
  if (!lab.kit) return {};
  Lab with = lab;
  const auto arrays = lab.kit->distinct_arrays(with, random);
  if (arrays.empty()) return {};
  return by_hand(arrays, with.constants == lab.constants ? Numbers() : with.constants);
}

/// "  n = 3", "  A = 1,4,6"; of long arrays the beginning.
std::vector<std::string> inputs_in_words(const Trace& trace, bool with_numbers) {
  std::vector<std::string> lines;
  if (with_numbers) lines.push_back("  " + report::numbers_text(trace));
  for (const TracedArray& array : trace.arrays) {
    if (!array.input) continue;
    const std::vector<std::string> values = report::first_inputs(array);
    lines.push_back(fmt::format("  {} = {}{}", array.name, fmt::join(values, ","),
                                array.input->size() > values.size() ? ",..." : ""));
  }
  return lines;
}

class Examiner {
 public:
  Examiner(const AskOptions& options, const Course& course, const Lab& lab, const fs::path& root)
      : options_(options.grading), lab_(lab), sources_(own_sources(course, lab, root)) {
    const submission::SourceFile file = submission::read_source(sources_.at(lab.name).file);
    source_ = file.bytes;
    random_ = judge::Random(base::mix(options_.seed ^ base::hash_text(base::kHashOfNothing, source_)));
    options_.trace = true;
  }

  /// No questions, and why, where the file shows nothing.
  Asked examine() {
    require_traceable(lab_, "ask");
    Asked asked{&lab_, draw_call(lab_, random_), {}, "", {}};
    if (const auto chosen = lab_.kit ? lab_.kit->chosen_numbers() : std::span<const std::string_view>();
        !chosen.empty()) {
      constexpr std::uint64_t kEach = 6;
      for (std::size_t part = 0; part < kQuestions; ++part) {  // another one for each question
        options_.trace_numbers = {{std::string(chosen.front()),
                                   static_cast<std::int64_t>(part * kEach + 1 + random_.below(kEach))}};
        ask_run(asked);
        if (asked.questions.size() <= part) break;
      }
      return asked;
    }
    const std::optional<Trace> trace = ask_run(asked);
    if (trace) ask_about_barrier(asked, *trace);
    return asked;
  }

  [[nodiscard]] judge::Random& random() { return random_; }

 private:
  std::optional<Trace> run(const ByHand& call, const submission::Sources& sources, std::string& why) {
    Setup setup(options_);
    setup.progress().only_on_terminal();
    setup.progress().note("ask", fmt::format("running {}", lab_.title));
    LabResult result;
    std::optional<Trace> trace =
        trace_of(setup,
                 usual_case(setup.course(), *course::load(setup.course().root).find_lab(lab_.name), call,
                            options_.seed),
                 call, sources, result);
    setup.progress().clear();
    if (!trace) why = why_silent(result);
    return trace;
  }

  /// Why nothing could be followed.
  [[nodiscard]] std::string why_silent(const LabResult& result) const {
    for (const BuildResult& build : result.builds) {
      if (build.ok) continue;
      const std::string error = report::first_error_in(build.log);
      return fmt::format("{}: {}{}", lab_.file, phrase(build.verdict), error.empty() ? "" : ": " + error);
    }
    for (const ItemResult& item : result.items) {
      for (const Observation& test : item.tests) {
        if (!test.outcome.message.empty()) return test.outcome.message;
      }
    }
    return result.message.empty() ? fmt::format("{} left no trace", lab_.file) : result.message;
  }

  std::optional<Trace> ask_run(Asked& asked) {
    std::optional<Trace> trace = run(asked.call, sources_, asked.wrong);
    if (!trace) return trace;
    asked.with = inputs_in_words(*trace, options_.trace_numbers.empty());
    if (trace->verdict != Verdict::passed)
      asked.wrong = trace->message.empty() ? std::string(phrase(trace->verdict)) : trace->message;
    if (trace->cut) asked.wrong = fmt::format("{} does too much work on a small case for a trace", lab_.file);
    for (ask::Question& question : ask::questions_of(*trace, random_))
      asked.questions.push_back(std::move(question));
    return trace;
  }

  /// Takes barriers out, one at a time, until one is missed.
  void ask_about_barrier(Asked& asked, const Trace& with) {
    if (!with.violations.empty()) return;
    std::vector<ask::Barrier> barriers = ask::barriers_of(source_);
    for (std::size_t tries = 0; tries < kMostBarriers && !barriers.empty(); ++tries) {
      const auto chosen = barriers.begin() + static_cast<std::ptrdiff_t>(random_.below(barriers.size()));
      const ask::Barrier barrier = std::move(*chosen);
      barriers.erase(chosen);
      const fs::path folder = work_.fresh("ask");
      fs::create_directories(folder);
      const fs::path file = folder / lab_.file;
      std::ofstream(file, std::ios::binary) << barrier.without;
      submission::Sources sources = sources_;
      sources[lab_.name].file = file;
      std::string why;
      const std::optional<Trace> without = run(asked.call, sources, why);
      if (!without) continue;
      std::vector<ask::Question> made = ask::barrier_question(barrier, lab_.file, with, *without);
      if (made.empty()) continue;
      asked.questions.push_back(std::move(made.front()));
      return;
    }
  }

  GradingOptions options_;
  const Lab& lab_;
  submission::Sources sources_;
  std::string source_;
  judge::Random random_{0};
  WorkFolder work_;
};

/// The labs to ask about, in the order in which they are tried: the one that is named, else the last first.
std::vector<const Lab*> labs_to_ask(const Course& course, const AskOptions& options, const fs::path& root) {
  if (!options.lab.empty()) return {&course::find_lab(course, options.lab)};
  std::vector<const Lab*> labs;
  for (auto lab = course.labs.rbegin(); lab != course.labs.rend(); ++lab) {
    if (submission::find_lab_file(root, *lab).state != submission::FileState::missing) labs.push_back(&*lab);
  }
  return labs;
}

void print(const std::vector<Asked>& all, const AskOptions& options, const report::TextStyle& style) {
  report::Page page(style);
  std::size_t number = 0;
  for (const Asked& asked : all) {
    page.put("",
             fmt::format("Lab {}, {}. The questions are about your own {}, called with:",
                         lab_number(*asked.lab), asked.lab->title, asked.lab->file),
             report::Colour::bold);
    for (const std::string& line : asked.with) page.raw(line);
    for (const ask::Question& question : asked.questions) {
      page.gap();
      page.put(fmt::format("{}. ", ++number), question.text);
    }
    page.gap();
  }
  const std::string again =
      fmt::format("{}{}{} --seed {}", base::command("ask", quoted(options.folder.string())),
                  options.lab.empty() ? "" : " --lab " + quoted(options.lab),
                  options.answers ? "" : " --answers", options.grading.seed);
  if (!options.answers) {
    page.put("", "The answers:");
    page.raw("  " + again);
    say::print("{}", page.take());
    return;
  }
  page.raw(std::string(60, '-'));
  page.put("", "Answers, as the CPU engine observed these files", report::Colour::bold);
  number = 0;
  for (const Asked& asked : all) {
    for (const ask::Question& question : asked.questions) {
      page.gap();
      page.put(fmt::format("{}. ", ++number), question.answer);
    }
    page.gap();
    if (!asked.wrong.empty())
      page.put(
          "",
          fmt::format(
              "With these arguments the file of lab {} is wrong, and the answers describe what it does: {}",
              lab_number(*asked.lab), asked.wrong));
    page.put("", "Step by step:");
    page.raw(fmt::format("  {} {}{}", command_for("trace", options.folder), lab_number(*asked.lab),
                         asked.call.again()));
  }
  say::print("{}", page.take());
}

int run(const AskOptions& options) {
  const Course course = course::load(course_root(options.grading.course));
  WorkFolder work;
  std::error_code error;
  const batch::Entry entry = batch::entry_at(fs::absolute(options.folder).lexically_normal());
  if (!fs::exists(options.folder, error))
    throw UsageError(fmt::format("{} does not exist\n  expected a student's folder, zip or tar file",
                                 options.folder.string()));
  const batch::Opened opened(entry, course, work.path() / "opened");
  if (!opened.refusal().empty())
    throw UsageError(fmt::format("{} {}\n  expected a student's folder, zip or tar file",
                                 options.folder.string(), batch::printable_line(opened.refusal())));
  const report::TextStyle style = text_style(options.grading.text);
  std::vector<Asked> all;
  std::vector<std::string> silent;
  std::size_t questions = 0;
  for (const Lab* lab : labs_to_ask(course, options, opened.root())) {
    if (questions == kQuestions) break;
    try {
      Examiner examiner(options, course, *lab, opened.root());
      Asked asked = examiner.examine();
      asked.questions = ask::choose(std::move(asked.questions), kQuestions - questions, examiner.random());
      questions += asked.questions.size();
      if (asked.questions.empty()) {
        silent.push_back(fmt::format("lab {}: {}", lab_number(*lab), asked.wrong));
      } else {
        all.push_back(std::move(asked));
      }
    } catch (const UsageError& why) {
      if (!options.lab.empty()) throw;
      silent.push_back(fmt::format("lab {}: {}", lab_number(*lab), why.what()));
    }
  }
  if (all.empty())
    throw UsageError(
        fmt::format("{}: there is nothing to ask about\n  {}", options.folder.string(),
                    !silent.empty() ? fmt::format("{}", fmt::join(silent, "\n  "))
                    : is_results_folder(options.folder)
                        ? "`batch` wrote it\n  give the submission of one student: a folder, zip or tar file"
                        : "it contains none of the labs' files"));
  print(all, options, style);
  for (const std::string& why : silent)
    say::print(stderr, "note: no questions about {}\n", report::printable(why, style));
  return kGraded;
}

}  // namespace

Run ask(CommandOptions& command) {
  const auto options = std::make_shared<AskOptions>();
  options->grading.local = true;
  options->grading.backend = "cpu";
  command.positional("STUDENT", options->folder,
                     "A student's folder, laid out like labs/, or zip or tar file");
  command.option("--lab", options->lab, "Ask about this lab; by default about the last ones handed in", "N");
  command.flag("--answers", options->answers, "Print the answers too, below a line");
  command.seed(options->grading.seed);
  command.plain(options->grading.text.plain);
  command.course(options->grading.course);
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
