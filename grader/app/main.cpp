// mergelab, the command line: its words, and what an error looks like. One file per verb does the rest.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/settings.hpp"
#include "base/did_you_mean.hpp"
#include "course/course.hpp"
#include "sandbox/level.hpp"

namespace mergelab::app {
namespace {

constexpr const char* kVersion = MERGELAB_VERSION;

void add_course(CLI::App& verb, Settings& settings) {
  verb.add_option("--course", settings.course, "Folder with labs/, solutions/ and datasets/")
      ->type_name("DIR");
}

void add_backend(CLI::App& verb, Settings& settings) {
  verb.add_option("--backend", settings.backend, "Where device code runs: auto takes all there is")
      ->check(CLI::IsMember({"cpu", "gpu", "both", "auto"}))
      ->capture_default_str();
  verb.add_flag("--sanitizer", settings.sanitizer, "On a GPU, look for broken rules with compute-sanitizer");
}

void add_grading(CLI::App& verb, Settings& settings) {
  add_course(verb, settings);
  add_backend(verb, settings);
  verb.add_option("--seed", settings.seed, "Seed of random cases")->type_name("S")->capture_default_str();
  verb.add_option("--order", settings.order, "In which order the CPU engine runs blocks and threads")
      ->check(CLI::IsMember({"forward", "reverse", "random"}))
      ->capture_default_str();
  verb.add_option("--json", settings.json, "Where to write the report")->type_name("PATH");
  verb.add_flag("--strict", settings.strict, "Exit with 1 when points were lost");
  verb.add_flag("--quiet", settings.quiet, "No progress and no table");
  verb.add_flag("--plain", settings.plain, "No colour, ASCII only");
  verb.add_flag("--verbose", settings.verbose, "Every lab in full and every test by name");
}

void add_isolation(CLI::App& verb, Settings& settings) {
  std::vector<std::string> names;
  for (const sandbox::Level level : sandbox::all_levels()) names.push_back(sandbox::to_string(level));
  verb.add_option("--require-isolation", settings.require_isolation,
                  "Refuse to grade with less (`./lab doctor` shows what there is)")
      ->type_name("LEVEL")
      ->check(CLI::IsMember(names));
}

void add_jobs(CLI::App& verb, Settings& settings) {
  verb.add_option("--jobs", settings.jobs, "Labs graded at once; 0: one per processor")
      ->type_name("J")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
}

using Verb = int (*)(const Settings&);

/// Every verb with its options; the map says what runs it.
std::map<const CLI::App*, Verb> add_verbs(CLI::App& program, Settings& settings) {
  std::map<const CLI::App*, Verb> verbs;
  CLI::App* verb = program.add_subcommand("list", "Show the labs");
  add_course(*verb, settings);
  verb->add_flag("--cases", settings.verbose, "Show every rubric item and case by name");
  verbs[verb] = list;

  verb = program.add_subcommand("run", "Try one lab with your own file and see what to look at");
  verb->add_option("N", settings.lab, "The lab: a number or a name")->required();
  verb->add_option("--dir", settings.submission, "Folder with your files instead of labs/")->type_name("DIR");
  verb->add_option("--case", settings.only, "One item (ties) or one case (ties/two_keys)")->type_name("NAME");
  verb->add_option("--a", settings.array_a, "Your own array A: sorted int32, .npy")->type_name("FILE");
  verb->add_option("--b", settings.array_b, "Your own array B")->type_name("FILE");
  add_grading(*verb, settings);
  verbs[verb] = run;

  verb = program.add_subcommand("grade", "Grade a submission: a folder laid out like labs/, or 'solutions'");
  verb->add_option("DIR", settings.submission, "The submission")->required();
  verb->add_option("--lab", settings.labs, "Only this lab (may be repeated)")->type_name("N")->take_all();
  verb->add_option("--case", settings.only, "Only this item or case of each lab")->type_name("NAME");
  verb->add_flag("--resume", settings.resume,
                 "Keep the labs that the report already has, if nothing about them changed");
  verb->add_option("--secret-file", settings.secret_file, "Mix this file's line into the hidden cases")
      ->type_name("FILE");
  add_isolation(*verb, settings);
  add_grading(*verb, settings);
  add_jobs(*verb, settings);
  verbs[verb] = grade;

  verb = program.add_subcommand("data", "Write a case's arrays as .npy files");
  verb->add_option("N", settings.lab, "The lab whose sizes to use")->required();
  verb->add_option("CASE", settings.data_case, "The case, as `list --cases` names it")->required();
  verb->add_option("--out", settings.out, "Folder to write to")->type_name("DIR");
  verb->add_option("--seed", settings.seed, "Seed of random cases")->type_name("S")->capture_default_str();
  add_course(*verb, settings);
  verbs[verb] = data;

  verb = program.add_subcommand("profile", "Show which lines of your kernel move the most memory");
  verb->add_option("N", settings.lab, "The lab: a number or a name")->required();
  verb->add_option("--dir", settings.submission, "Folder with your files instead of labs/")->type_name("DIR");
  verb->add_flag("--quiet", settings.quiet, "No progress");
  verb->add_flag("--plain", settings.plain, "No colour, ASCII only");
  add_course(*verb, settings);
  verbs[verb] = profile;

  verb = program.add_subcommand("bench", "Time the reference kernels beside CUB and a copy (needs a GPU)");
  verb->add_option("--size", settings.sizes, "Outputs: 2^24, 1000000 or 2^16..2^28 (may be repeated)")
      ->type_name("N")
      ->take_all();
  verb->add_option("--distribution", settings.distributions,
                   "uniform, all-equal, blocks, lopsided or adversarial (may be repeated)")
      ->type_name("NAME")
      ->take_all();
  verb->add_option("--json", settings.json, "Where to write the results (bench.json)")->type_name("PATH");
  verb->add_option("--svg", settings.svg, "Where to write the plot (bench.svg)")->type_name("PATH");
  verb->add_flag("--quiet", settings.quiet, "No progress and no table");
  verb->add_flag("--plain", settings.plain, "No colour, ASCII only");
  verbs[verb] = bench;

  verb = program.add_subcommand("selfcheck",
                                "Prove that skeletons, solutions and wrong solutions grade as they must");
  verb->add_option("--lab", settings.labs, "Only this lab (may be repeated)")->type_name("N")->take_all();
  add_backend(*verb, settings);
  verb->add_flag("--write-tests", settings.write_tests, "Renew the committed list of test names");
  verb->add_flag("--quiet", settings.quiet, "No progress");
  verb->add_flag("--plain", settings.plain, "No colour, ASCII only");
  add_course(*verb, settings);
  add_isolation(*verb, settings);
  add_jobs(*verb, settings);
  verbs[verb] = selfcheck;

  verb = program.add_subcommand("wrong", "Write a wrong solution, which is kept as a patch, as a whole file");
  verb->add_option("LAB/NAME", settings.wrong_name, "Which, such as 4/half_consumed; all without it");
  verb->add_option("--out", settings.out, "File to write instead of standard output; the folder for all")
      ->type_name("PATH");
  add_course(*verb, settings);
  verbs[verb] = wrong;

  verb =
      program.add_subcommand("doctor", "Say what this machine has for grading, and how to get what it lacks");
  add_course(*verb, settings);
  verb->add_flag("--plain", settings.plain, "No colour, ASCII only");
  verbs[verb] = doctor;

  verb = program.add_subcommand("test", "Run the framework's own tests");
  verb->add_option("PATTERN", settings.test_filter,
                   "Only the tests of this folder of tests/, or whose name matches this regular expression");
  verb->add_flag("--all", settings.all_tests, "Tests that take minutes too");
  verb->add_flag("--gpu", settings.gpu_tests, "Only tests that need a GPU");
  verb->add_flag("--quiet", settings.quiet, "Only failures and the counts");
  verb->add_option("--jobs", settings.jobs, "Tests run at once; 0: one per processor")
      ->type_name("J")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  verb->add_flag("--list-targets", settings.list_targets,
                 "Print what has to be built for them, and run none");
  ->group("");  // what ./lab has to build for the others
  verbs[verb] = test;
  return verbs;
}

/// A word where a verb is expected, with the nearest verb; empty if the word is one or none was given.
std::string unknown_verb(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return "";
  std::vector<std::string> names;
  for (const CLI::App* verb : program.get_subcommands({})) names.push_back(verb->get_name());
  const std::string& word = words.front();
  if (std::find(names.begin(), names.end(), word) != names.end()) return "";
  return fmt::format(
      "mergelab has no verb '{}'\n  {}", word,
      base::did_you_mean(word, names, fmt::format("the verbs are {}", fmt::join(names, ", "))));
}

int fail(int code, const std::string& message) {
  fmt::print(stderr, "error: {}\n", message);
  return code;
}

/// Reads the words into the settings. An exit code when there is nothing left to run.
std::optional<int> parse(CLI::App& program, std::vector<std::string> words) {
  // `help` and `help VERB` are what people type.
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words.empty()) {
    fmt::print(stderr, "{}", program.help());
    return kUsage;
  }
  const std::string mistake = unknown_verb(program, words);
  if (!mistake.empty()) return fail(kUsage, mistake);
  const std::string verb = words.front().starts_with('-') ? "" : words.front() + " ";
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
    program.parse(words);
    return std::nullopt;
  } catch (const CLI::ConversionError& error) {
    return fail(kUsage, fmt::format("{}\n  a number is expected there", error.what()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
    return fail(kUsage, fmt::format("{}\n  `./lab {}--help` shows how to call it", error.what(), verb));
  }
}

int main(std::vector<std::string> words) try {
  CLI::App program("A course in parallel ordered merge for CUDA: labs, and the grader that scores them.",
                   "mergelab");
  program.set_version_flag("--version", std::string("mergelab ") + kVersion);
  program.require_subcommand(1);
  program.get_formatter()->column_width(28);
  Settings settings;
  const auto verbs = add_verbs(program, settings);
  if (const std::optional<int> code = parse(program, std::move(words))) return *code;
  return verbs.at(program.get_subcommands().front())(settings);
} catch (const UsageError& error) {
  return fail(kUsage, error.what());
} catch (const course::Error& error) {
  return fail(kUsage, error.what());
} catch (const std::exception& error) {
  return fail(kGraderFailed, error.what());
}

}  // namespace
}  // namespace mergelab::app

int main(int argc, char** argv) { return mergelab::app::main({argv + 1, argv + argc}); }
