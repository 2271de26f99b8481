// mergelab, the command line: its words, and what an error looks like. One file per verb does the rest.
#include <CLI/CLI.hpp>

#include <exception>
#include <fstream>

#include "app/verbs/verbs.hpp"
#include "base/did_you_mean.hpp"
#include "batch/text.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kColumn = 28, kWidth = 80;  // where descriptions begin, and end

/// With the first line for the place behind a name, and the others as CLI11 puts them: in the same column.
std::string wrapped(const std::string& text) {
  return fmt::format("{}", fmt::join(report::wrap(text, kWidth - kColumn), "\n"));
}

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() { column_width(kColumn); }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* verb) const override {
    std::string text;
    const std::string name = "  " + verb->get_display_name();
    const std::string gap(kColumn, ' ');
    for (const std::string& line : report::wrap(verb->get_description(), kWidth - kColumn))
      text += (text.empty() ? fmt::format("{:<{}}", name, kColumn) : gap) + line + '\n';
    return text.empty() ? name + '\n' : text;
  }
};

/// With the commit, where it was built from a checkout.
std::string version() {
  std::ifstream file(build_root() / "commit");
  std::string commit;
  file >> commit;
  return fmt::format("mergelab {}{}", MERGELAB_VERSION,
                     commit.empty() ? "" : fmt::format(" (commit {})", commit));
}

struct Verb {
  const char *name, *about;
  Run (*add)(CommandOptions&);
};

/// In the order in which help shows them.
constexpr Verb kForStudents[] = {
    {"list", "Show the labs, your best scores and the next step; the default command", list},
    {"run", "Grade one lab with your own file, and show what to fix first", run},
    {"watch", "Grade a lab whenever you save, and show the first thing to fix", watch},
    {"hint", "Give one more hint about what is wrong, each time you run it", hint},
    {"reset", "Restore a lab's skeleton; your file is kept as a backup", reset},
    {"diff", "Show what you changed in a lab's skeleton", diff},
    {"show", "Show the reference next to your file, once it has full marks", show},
    {"trace", "Show step by step what your function does with a small case", trace},
    {"debug", "Stop in your function on a case, under gdb", debug},
    {"profile", "Show which lines of your kernel move the most memory", profile},
    {"data", "Write a case's arrays as .npy files", data},
    {"standalone", "Write a main.cu around your function, for nvcc and its tools", standalone},
    {"cuda", "Run any CUDA program on this machine's processor, and find its bugs", cuda},
    {"predict", "Ask questions about the lecture, before you run anything", predict},
    {"detective", "Give you a file with a bug, and check whether you have found it", detective},
    {"pack", "Create the file to hand in", pack},
    {"doctor", "Check this machine for grading, and explain how to install what is missing", doctor},
};
constexpr Verb kForInstructors[] = {
    {"grade", "Grade a submission: a folder laid out like labs/, or 'solutions'", grade},
    {"batch", "Grade all submissions of a course, several at a time", batch},
    {"gradebook", "Show every student's best, last or all attempts as a table", gradebook},
    {"regrade", "Score a batch again after a change, after showing whose score changes", regrade},
    {"insight", "Show the results of a class: distributions, and the items lost most often", insight},
    {"similar", "Show which files of a course have code in common, side by side", similar},
    {"ask", "Write three questions to a student about their own code, with answers", ask},
    {"emit", "Write a report in the format of a course system", emit},
    {"gather", "Arrange the files that a course system collected, for `grade`", gather},
    {"package", "Create the autograder file for a course system", package},
    {"check-course", "Show the rubric that results from the course and your settings", check_course},
    {"calibrate", "Measure this machine with the reference solutions, for your settings", calibrate},
    {"release", "Create the hand-out: the course without its solutions, for students", release},
    {"bench", "Time the reference kernels, compared with CUB and a copy (needs a GPU)", bench},
    {"new", "Create the folder of a new lab from the declaration of its function", new_lab},
    {"selfcheck", "Check that skeletons, solutions and wrong solutions are graded as expected", selfcheck},
    {"wrong", "Write a wrong solution, which is stored as a patch, as a complete file", wrong},
};
/// What other verbs start: help does not show it.
constexpr Verb kInternal[] = {{"grade-chunk", "", grade_chunk}};

/// A word where a verb is expected, with the nearest verb; empty if the word is one or none was given.
std::string unknown_verb(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return "";
  const std::string& word = words.front();
  std::vector<std::string> names;
  for (const CLI::App* verb : program.get_subcommands({})) {
    if (verb->get_name() == word) return "";
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  }
  if (word.find_first_not_of("0123456789") == std::string::npos)
    return fmt::format("unknown command '{}'\n  did you mean `{} run {}`?  `{} --help` shows all commands",
                       word, base::program_name(), word, base::program_name());
  return fmt::format(
      "unknown command '{}'\n  {}", word,
      base::did_you_mean(word, names, fmt::format("the commands are {}", fmt::join(names, ", "))));
}

/// What `run 10 plain` and `run lab 10` mean; empty for other words.
std::string meant_by(const CLI::App& verb, const std::string& word) {
  const CLI::Option* lab = verb.get_option_no_throw("N");
  if (lab == nullptr || lab->count() != 1) return "";
  const std::string first = report::printable(lab->as<std::string>(), {}),
                    second = report::printable(word, {});
  const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
  std::string words;
  if (first == "lab" && is_number) words = second;
  if (!is_number && verb.get_option_no_throw("--case") != nullptr) words = first + " --case " + second;
  if (words.empty()) return "";
  return fmt::format("did you mean `{}`?", base::command(verb.get_name(), words));
}

/// The words that a verb does not take, with the nearest of its options.
std::string unknown_words(const CLI::App& verb) {
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  }
  const std::string word = verb.remaining().front();
  const std::string help = fmt::format("`{} {} --help` shows all", base::program_name(), verb.get_name());
  if (!word.starts_with('-')) {
    std::string instead = meant_by(verb, word);
    if (instead.empty()) instead = help;
    // CLI11 takes the value of such a flag behind = alone.
    for (const CLI::Option* option : verb.get_options()) {
      if (option->get_type_name().starts_with("[=") && option->count() > 0 &&
          option->as<std::string>().empty())
        instead = fmt::format("write the value of --{0} after =, as in --{0}={1}",
                              option->get_lnames().front(), report::printable(word, {}));
    }
    return fmt::format("{} does not take the argument '{}'\n  {}", verb.get_name(), word, instead);
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("{} has no option '{}'\n  {}", verb.get_name(), name,
                     base::did_you_mean(name, options, help));
}

int fail(int code, const std::string& message) {
  say::print(stderr, "{}", laid_out("error: " + message));
  return code;
}

/// `--course DIR grade` means `grade --course DIR`.
void put_course_behind_verb(std::vector<std::string>& words) {
  if (words.empty() || !(words.front() == "--course" || words.front().starts_with("--course="))) return;
  const std::ptrdiff_t count = words.front() == "--course" && words.size() > 1 ? 2 : 1;
  if (words.begin() + count == words.end()) words.emplace_back("list");
  std::rotate(words.begin(), words.begin() + count, words.begin() + count + 1);
}

/// An option that is given more often than it may be; null if there is none.
const CLI::Option* given_too_often(CLI::App& verb) {
  const auto too_often = [](const CLI::Option* option) {
    return option->results().size() > static_cast<std::size_t>(option->get_items_expected_max());
  };
  const std::vector<CLI::Option*> options = verb.get_options();
  const auto found = std::ranges::find_if(options, too_often);
  return found == options.end() ? nullptr : *found;
}

/// Reads the words into the options. An exit code when there is nothing left to run.
std::optional<int> parse(CLI::App& program, std::vector<std::string> words) {
  put_course_behind_verb(words);
  // `help` and `help VERB` are what people type.
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words.empty()) words = {"list"};  // where you are, and what is next
  const std::string mistake = unknown_verb(program, words);
  if (!mistake.empty()) return fail(kUsage, mistake);
  const std::string verb = words.front().starts_with('-') ? "" : words.front() + " ";
  CLI::App* const chosen = verb.empty() ? nullptr : program.get_subcommand(words.front());
  if (chosen != nullptr && chosen->get_prefix_command()) {
    const auto is_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
    const auto end = std::ranges::find(words, "--");
    words_behind_verb().assign(words.begin() + 1, words.end());
    words = std::any_of(words.begin(), end, is_help) ? std::vector<std::string>{chosen->get_name(), "--help"}
                                                     : std::vector<std::string>{chosen->get_name()};
  }
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    program.parse(words);
    return std::nullopt;
  } catch (const CLI::ConversionError& error) {
    return fail(kUsage, fmt::format("{}\n  expected a number", error.what()));
  } catch (const CLI::ExtrasError&) {
    const std::vector<CLI::App*> verbs = program.get_subcommands();
    if (verbs.empty() || verbs.front()->remaining().empty())
      return fail(kUsage, fmt::format("options come behind a verb\n  `{} --help` shows the verbs",
                                      base::program_name()));
    return fail(kUsage, unknown_words(*verbs.front()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
    if (const CLI::Option* option = chosen == nullptr ? nullptr : given_too_often(*chosen))
      return fail(kUsage, fmt::format("{} is given {} times: give it once", option->get_name(),
                                      option->results().size()));
    return fail(kUsage,
                fmt::format("{}\n  `{} {}--help` shows the usage", error.what(), base::program_name(), verb));
  }
}

int run(std::vector<std::string> words) try {
  CLI::App program("A course in parallel ordered merge for CUDA: labs, and a grader for them.",
                   base::program_name());
  program.set_version_flag("--version", version);  // asked for only then: it reads a file
  program.require_subcommand(1);
  program.formatter(std::make_shared<HelpFormat>());
  std::map<const CLI::App*, Run> runs;
  const auto add = [&](const auto& verbs, const char* group) {
    for (const Verb& verb : verbs) {
      CLI::App* added = program.add_subcommand(verb.name, verb.about)->group(group);
      CommandOptions command_options(*added);
      runs[added] = verb.add(command_options);
    }
  };
  add(kForStudents, "For students");
  add(kForInstructors, "For instructors");
  add(kInternal, "");
  if (const std::optional<int> code = parse(program, std::move(words))) return *code;
  return runs.at(program.get_subcommands().front())();
} catch (const UsageError& error) {
  return fail(kUsage, error.what());
} catch (const course::Error& error) {
  return fail(kUsage, error.what());
} catch (const batch::Error& error) {
  return fail(kUsage, error.what());
} catch (const std::exception& error) {
  return fail(kGraderFailed, error.what());
}

int main(std::vector<std::string> words) {
  say::outlive_readers();
  const int code = run(std::move(words));
  const std::string lost = say::failure();
  if (lost.empty() || code > kPointsLost) return code;
  return fail(kGraderFailed, fmt::format("standard output can't be written: {}\n  part of the output is "
                                         "lost; the files that this command names are complete",
                                         lost));
}

}  // namespace
}  // namespace mergelab::app

int main(int argc, char** argv) { return mergelab::app::main({argv + 1, argv + argc}); }
