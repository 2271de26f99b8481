// mergelab detective: hands out a file with a bug, and decides whether a student has found it.
#include "app/course_files/wrong_file.hpp"
#include "app/learning/student_state.hpp"
#include "app/learning/traced_case.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/regex.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

// Runs a file with a bug in it on small inputs, and says on which it fails.

constexpr double kCpuS = 5;
constexpr std::uint64_t kSteps = 20'000'000, kLabels = 1;
constexpr std::array kTypes{ValueType::int32, ValueType::record};

/// What may be quoted: not a reference in place of an earlier lab's file.
std::vector<std::filesystem::path> own_files(const submission::Sources& sources) {
  std::vector<std::filesystem::path> files;
  for (const auto& [name, source] : sources) {
    if (!source.is_reference) files.push_back(source.file);
  }
  return files;
}

bool is_hint(const Violation& violation) { return violation.rule == "unasked_error"; }

/// What a lab's function is called with.
struct TrialInput {
  std::map<std::string, std::vector<int>> arrays;  // by argument
  Numbers constants;                               // those that the function is given, all of them
  [[nodiscard]] std::size_t elements() const {
    std::size_t sum = 0;
    for (const auto& [name, array] : arrays) sum += array.size();
    return sum;
  }
};

class BugTrial {
 public:
  /// Builds the files in `folder`, which is made here. Throws EnvironmentError when they don't build.
  BugTrial(const Course& course, const Programs& programs, const std::filesystem::path& folder,
           const Lab& lab, const submission::Sources& sources)
      : lab_(lab), worker_(programs.worker), files_(own_files(sources), lab.interface) {
    if (worker_.empty())
      throw UsageError("this mergelab was built without the CPU engine, which runs the bugs");
    std::vector<BuildKind> kinds;
    for (const ValueType type : kTypes) kinds.emplace_back(type, true);
    build_ = submission::build(course, lab, sources, kinds, programs.toolchain, folder);
    for (const BuildResult& result : build_.results) {
      if (!result.ok)
        throw EnvironmentError(fmt::format("the file with the bug does not compile\n{}", result.log));
    }
  }

  /// What goes wrong with an input, with ints or with records that show the order of equal keys: a wrong
  /// output, a broken rule of CUDA, a crash, an endless loop. Empty: it comes out right.
  [[nodiscard]] std::string failure(const TrialInput& input) {
    const Lab lab = with_constants(lab_, input.constants);
    const judge::ProblemSet set =
        lab.kit->problems(lab, lab.kit->own_case(lab, input.arrays), std::nullopt, 0);
    for (const ValueType type : kTypes) {
      std::string message = first_failure(set, type);
      if (!message.empty()) return message;
    }
    return "";
  }

  struct Search {
    std::optional<TrialInput> found;
    bool complete = true;  // false: time ran out
  };
  /// An input with fewer elements on which it fails, of Kit::small_problems(): the one with the fewest. Stops
  /// when `limit` is over.
  [[nodiscard]] Search find_smaller(const TrialInput& than, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const Lab lab = with_constants(lab_, than.constants);
    for (std::size_t elements = 0; elements < than.elements(); ++elements) {
      for (const judge::ProblemSet& set : lab.kit->small_problems(lab, elements)) {
        for (const ValueType type : kTypes) {
          if (std::chrono::steady_clock::now() > end) return {std::nullopt, false};
          if (first_failure(set, type).empty()) continue;
          for (const judge::Query& query : set.queries) {
            judge::ProblemSet one = set;
            one.queries = {query};
            if (!first_failure(one, type).empty()) return {input_of(set.inputs[query.inputs]), true};
          }
        }
      }
    }
    return {std::nullopt, true};
  }

 private:
  /// Of the first problem that fails.
  [[nodiscard]] std::string first_failure(const judge::ProblemSet& set, ValueType type) {
    const judge::Image image(set, type, lab_.on_host() ? wire::Memory::host : wire::Memory::device, kLabels);
    // On the host an array is watched at one end at a time.
    const bool both_ends = lab_.on_host();
    for (const wire::Placement placement : {wire::Placement::end, wire::Placement::start}) {
      if (placement != wire::Placement::end && !both_ends) continue;
      judge::Session& asked = session(type);
      const auto answer = asked.broken() ? std::nullopt
                                         : asked.ask({.image = image,
                                                      .placement = placement,
                                                      .watch = wire::kWatchAccesses,
                                                      .step_limit = kSteps},
                                                     kCpuS);
      if (!answer) return judge::text_of(asked.broken()->why, files_);
      for (const Violation& violation : answer->violations) {
        if (!is_hint(violation)) return judge::text_of(violation.why, files_);
      }
      const Outcome outcome = lab_.kit->check(set, image, answer->returned, {}, true);
      if (!outcome.passed()) return judge::text_of(outcome.why, files_);
    }
    return "";
  }
  [[nodiscard]] TrialInput input_of(const judge::Inputs& inputs) const {
    TrialInput input;
    for (std::size_t i = 0; i < lab_.interface.arguments.size(); ++i) {
      const Argument& argument = lab_.interface.arguments[i];
      if (argument.is_input()) {
        const auto keys = inputs.arrays[i].as<int>();
        input.arrays[argument.name] = {keys.begin(), keys.end()};
      } else if (lab_.constants.contains(argument.name)) {
        input.constants[argument.name] = inputs.number(argument.name);
      }
    }
    return input;
  }
  [[nodiscard]] judge::Session& session(ValueType type) {
    std::unique_ptr<judge::Session>& session = sessions_[type];
    if (!session || session->broken()) {
      judge::WorkerSetup setup;
      setup.worker = worker_;
      setup.object = build_.objects.at(BuildKind(type, true));
      setup.value_size = static_cast<int>(judge::value_bytes(type));
      setup.limits = lab_.limits;
      setup.files = files_;
      session = std::make_unique<judge::Session>(setup);
    }
    return *session;
  }

  const Lab& lab_;
  std::filesystem::path worker_;
  judge::StudentFiles files_;
  submission::Build build_;
  std::map<ValueType, std::unique_ptr<judge::Session>> sessions_;
};

struct Guess {
  int line = 0;
  TrialInput input;
};

/// As they were typed. An array that is left out is empty, a constant is the lab's.
struct GuessWords {
  std::string line;
  std::vector<std::string> arguments;  // NAME=VALUE
};

constexpr std::size_t kMostKeys = 256;
constexpr int kLargestConstant = 4096;  // three arrays of so many ints fit in shared memory

int read_number(const std::string& word, const std::string& what, int least, int most) {
  return static_cast<int>(number_from(word, what, least, most));
}

/// "1,2,2" as sorted keys; "none" has none. Throws UsageError.
std::vector<int> read_keys(const std::string& list, const std::string& name) {
  if (list == "none") return {};
  std::vector<int> keys = typed_keys(list, name);
  if (keys.size() > kMostKeys)
    throw UsageError(
        fmt::format("{} has {} keys, but a small input has at most {}", name, keys.size(), kMostKeys));
  return keys;
}

/// The names of what an input has: arrays, and the constants that the function is given.
std::vector<std::string> parts_of_input(const Lab& lab) {
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input()) names.push_back(argument.name);
  }
  for (const auto& [name, value] : lab.constants) {
    if (lab.interface.has(name)) names.push_back(name);
  }
  return names;
}

/// Asks for each part of an input, by ask(prompt, word, read). False at the end.
template <class Ask>
bool ask_input(const Lab& lab, const Ask& ask, GuessWords& words) {
  for (const std::string& name : parts_of_input(lab)) {
    const auto constant = lab.constants.find(name);
    std::string word;
    const bool answered = constant == lab.constants.end()
                              ? ask(fmt::format("{} (such as 1,2,2, or none): ", name), word,
                                    [&] { static_cast<void>(read_keys(word, name)); })
                              : ask(fmt::format("{} (Enter takes {}): ", name, constant->second), word, [&] {
                                  if (!word.empty())
                                    static_cast<void>(read_number(word, name, 1, kLargestConstant));
                                });
    if (!answered) return false;
    words.arguments.push_back(fmt::format("{}={}", name, word));
  }
  return true;
}

/// The number of a source's last line, at least 1.
int last_line(const std::string& source) {
  const auto ends = static_cast<int>(std::ranges::count(source, '\n'));
  return std::max(1, ends + (source.ends_with('\n') ? 0 : 1));
}

/// The line must be from 1 to `last`. Throws UsageError.
Guess read_guess(const GuessWords& words, const Lab& lab, int last) {
  Guess guess;
  guess.line = read_number(words.line, "--line", 1, last);
  std::map<std::string, std::string> given;
  const std::vector<std::string> names = parts_of_input(lab);
  for (const std::string& word : words.arguments) {
    auto [name, value] = typed_argument(word, names);
    given[std::move(name)] = std::move(value);
  }
  for (const std::string& name : names) {
    const std::string& word = given[name];
    if (const auto constant = lab.constants.find(name); constant == lab.constants.end())
      guess.input.arrays[name] = read_keys(word, name);
    else
      guess.input.constants[name] =
          word.empty() ? constant->second : read_number(word, "--arg " + name, 1, kLargestConstant);
  }
  try {
    static_cast<void>(lab.kit->own_case(lab, guess.input.arrays));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  return guess;
}

/// Asks for each part until it can be read. False at the end of the input, or for "q".
bool ask_guess(const Lab& lab, int last, AnswerLines& lines, Guess& guess) {
  GuessWords words;
  const auto ask = [&](const std::string& prompt, std::string& word, auto read) {
    for (;;) {
      const auto line = lines.ask(prompt);
      if (!line || *line == "q") return false;
      word = *line;
      try {
        read();
        return true;
      } catch (const UsageError& error) {
        say::print("{}\n", error.what());
      }
    }
  };
  if (!ask("line: ", words.line, [&] { static_cast<void>(read_number(words.line, "line", 1, last)); }))
    return false;
  for (;;) {
    words.arguments.clear();
    if (!ask_input(lab, ask, words)) return false;
    try {
      guess = read_guess(words, lab, last);
      return true;
    } catch (const UsageError& error) {
      say::print("{}\n", error.what());
    }
  }
}

/// "x = 1,2, y = none, block = 4"
std::string words_for(const TrialInput& input, const Lab& lab) {
  std::vector<std::string> words;
  for (const std::string& name : parts_of_input(lab)) {
    if (const auto array = input.arrays.find(name); array == input.arrays.end())
      words.push_back(fmt::format("{} = {}", name, input.constants.at(name)));
    else if (array->second.empty())
      words.push_back(fmt::format("{} = none", name));
    else
      words.push_back(fmt::format("{} = {}", name, fmt::join(array->second, ",")));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

constexpr std::chrono::milliseconds kSearchTime{4000};

struct DetectiveOptions {
  GradingOptions grading;
  fs::path folder, out = "bugs";
  std::string what, lab;
  GuessWords guess;
  std::uint64_t bug = 0;
  bool give_up = false;
};

/// A bug that was handed out: the lab's number and its own, from 1.
struct Case {
  const Lab* lab = nullptr;
  std::size_t number = 0;
  Bug bug;
};

fs::path file_of(const DetectiveOptions& options, const Lab& lab, std::size_t number) {
  return options.out /
         fmt::format("lab{}_{}{}", lab_number(lab), number, fs::path(lab.file).extension().string());
}

int list(const Course& course, const DetectiveOptions& options) {
  bool any = false;
  for (const Lab& lab : course.labs) {
    const std::size_t count = find_bugs(course, lab).size();
    if (count == 0) continue;
    any = true;
    std::size_t out = 0;
    for (std::size_t number = 1; number <= count; ++number)
      out += fs::exists(file_of(options, lab, number)) ? 1 : 0;
    say::print("lab {}, {}: {} bug{}, {} handed out\n", lab_number(lab), lab.title, count,
               count == 1 ? "" : "s", out);
  }
  if (!any) {
    require_kit(course.labs.front());
    static_cast<void>(bugs_of(course, course.labs.front()));  // throws
  }
  say::print("`{}` gives you the next one of lab N\n", base::command("detective", "N"));
  return kGraded;
}

/// A bug is one word away from a solution, so that it is for those who have one. Throws UsageError.
void require_solved(const Course& course, const Lab& lab, const DetectiveOptions& options) {
  const StudentState state = StateFile(course, submission_folder(options.folder, course)).read();
  const LabState& reached = state_of(state, lab);
  if (reached.solved || reached.is_full()) return;
  throw UsageError(fmt::format("lab {} gives you a bug once your own file has full marks; {}",
                               lab_number(lab), best_words({course, options.folder}, state, lab)));
}

std::string check_command(const DetectiveOptions& options, const Lab& lab) {
  std::string command = fmt::format("{} check {}", command_for("detective", options.folder), lab_number(lab));
  if (options.out != "bugs") command += " --out " + quoted(options.out.string());
  return command;
}

int hand_out(const Course& course, const DetectiveOptions& options) {
  const Lab& lab = course::find_lab(course, options.what);
  require_kit(lab);
  const std::vector<Bug> bugs = bugs_of(course, lab);
  require_solved(course, lab, options);
  std::size_t number = options.bug;
  if (number > bugs.size())
    throw UsageError(
        fmt::format("lab {} has {} bugs\n  --bug takes 1 to {}", lab_number(lab), bugs.size(), bugs.size()));
  for (std::size_t next = 1; number == 0 && next <= bugs.size(); ++next) {
    if (!fs::exists(file_of(options, lab, next))) number = next;
  }
  if (number == 0) {
    say::print("All {} bugs of lab {} are handed out; --bug K names one of them.\n", bugs.size(),
               lab_number(lab));
    return kGraded;
  }
  const fs::path file = file_of(options, lab, number);
  const bool there = fs::exists(file);
  if (!there) {
    std::error_code error;
    fs::create_directories(options.out, error);
    try {
      base::write_atomically(file, bugs[number - 1].source);
    } catch (const std::exception& why) {
      throw UsageError(fmt::format("{} can't be written: {}", file.string(), why.what()));
    }
  }
  say::print(
      "{}{}: bug {} of {} of lab {}, {}. One thing is wrong in it.\n"
      "Which line, and what is the smallest input on which it fails? Then: {} --bug {}\n",
      file.string(), there ? " is there already" : "", number, bugs.size(), lab_number(lab), lab.title,
      check_command(options, lab), number);
  return kGraded;
}

/// The bug that is meant: of the lab that is named, else of the file that was handed out last.
Case find_case(const Course& course, const DetectiveOptions& options) {
  Case found;
  found.number = options.bug;
  if (!options.lab.empty()) found.lab = &course::find_lab(course, options.lab);
  fs::file_time_type latest{};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.out, error)) {
    static const base::Regex name(R"(lab(\d{1,3})_(\d{1,3})\.\w+)");
    const std::string file = entry.path().filename().string();
    std::smatch hit;
    if (options.bug != 0 || !base::regex_match(file, hit, name)) continue;
    const auto lab = std::ranges::find_if(
        course.labs, [&](const Lab& each) { return lab_number(each) == std::stoi(hit[1]); });
    if (lab == course.labs.end() || (!options.lab.empty() && &*lab != &course::find_lab(course, options.lab)))
      continue;
    const fs::file_time_type time = entry.last_write_time(error);
    if (found.number != 0 && time < latest) continue;
    latest = time;
    found.lab = &*lab;
    found.number = std::stoul(hit[2]);
  }
  if (found.lab == nullptr || found.number == 0)
    throw UsageError(fmt::format("no bug was handed out to {}\n  `{}` gives you one of lab 4",
                                 options.out.string(), base::command("detective", 4)));
  require_kit(*found.lab);
  const std::vector<Bug> bugs = bugs_of(course, *found.lab);
  if (found.number > bugs.size())
    throw UsageError(fmt::format("lab {} has {} bugs\n  --bug takes 1 to {}", lab_number(*found.lab),
                                 bugs.size(), bugs.size()));
  found.bug = bugs[found.number - 1];
  return found;
}

/// The reference's earlier files; in a hand-out the student's own, which must be right.
submission::Sources sources_of(const Course& course, const Lab& lab, const fs::path& file,
                               const DetectiveOptions& options) {
  submission::Sources sources = reference_sources(course, lab, file);
  const fs::path folder = submission_folder(options.folder, course);
  const StudentState state = StateFile(course, folder).read();
  for (const std::string& name : lab.uses) {
    if (!sources[name].file.empty()) continue;  // the reference is there
    const Lab& used = *course.find_lab(name);
    if (!state_of(state, used).is_full())
      throw UsageError(
          fmt::format("this bug runs with your own {}, which must be right: lab {} lacks full marks\n  "
                      "finish it first: {}",
                      used.file, lab_number(used), base::command("run", lab_number(used))));
    sources[name] = student_sources(course, used, folder).at(name);
  }
  return sources;
}

void explain(const Bug& bug, const std::string& failure, const report::TextStyle& style) {
  report::Page page(style);
  page.put("", fmt::format("The bug is at {}.", words_for_lines(bug)));
  page.put("  ", bug.words);
  if (!failure.empty()) {
    page.put("", "What the engine saw:");
    page.put("  ", failure);
  }
  say::print("{}", page.take());
}

/// Says what the engine makes of a guess. True when both parts are right.
bool judge_guess(const Case& found, const Guess& guess, BugTrial& trial, const report::TextStyle& style) {
  const std::string failure = trial.failure(guess.input);
  const LinePlace place = place_of(found.bug, guess.line);
  const auto mark = [&](bool right) {
    return report::paint(right ? "yes" : "no", right ? report::Colour::green : report::Colour::red, style);
  };
  if (place == LinePlace::beside)
    say::print("line {}: {}, the bug is on a neighbouring line\n", guess.line,
               report::paint("near", report::Colour::green, style));
  else
    say::print("line {}: {}, {}\n", guess.line, mark(place == LinePlace::there),
               place == LinePlace::there ? "the bug is there" : "the bug is elsewhere");
  say::print("{}: {}, {}\n", words_for(guess.input, *found.lab), mark(!failure.empty()),
             failure.empty() ? "the result is right there" : "it fails there");
  if (place == LinePlace::elsewhere || failure.empty()) return false;
  explain(found.bug, failure, style);
  const BugTrial::Search smaller = trial.find_smaller(guess.input, kSearchTime);
  if (smaller.found) {
    say::print("It also fails on fewer elements: {}.\n", words_for(*smaller.found, *found.lab));
  } else {
    say::print("{}\n", smaller.complete
                           ? "No input with fewer elements was found on which it fails."
                           : "Not all smaller inputs were tried, because that takes too long here.");
  }
  return true;
}

int check(const DetectiveOptions& options) {
  Setup setup(options.grading);
  const Case found = find_case(setup.course(), options);
  require_solved(setup.course(), *found.lab, options);
  const report::TextStyle style = text_style(options.grading.text);
  if (options.give_up) {
    explain(found.bug, "", style);
    return kGraded;
  }
  const bool is_asked = options.guess.line.empty();
  const int last = last_line(found.bug.source);
  Guess guess;
  if (!is_asked) guess = read_guess(options.guess, *found.lab, last);
  setup.progress().only_on_terminal();
  setup.progress().note("detective", "compiling");
  const fs::path file = setup.folder().fresh("bug") / found.lab->file;
  fs::create_directories(file.parent_path());
  base::write_atomically(file, found.bug.source);
  BugTrial trial(setup.course(), setup.programs(), setup.folder().fresh(found.lab->name), *found.lab,
                 sources_of(setup.course(), *found.lab, file, options));
  setup.progress().clear();
  if (!is_asked) return judge_guess(found, guess, trial, style) ? kGraded : kPointsLost;
  say::print("{}: q ends\n", file_of(options, *found.lab, found.number).string());
  AnswerLines lines(stdout);
  while (ask_guess(*found.lab, last, lines, guess)) {
    if (judge_guess(found, guess, trial, style)) return kGraded;
  }
  return kPointsLost;
}

int detective(const DetectiveOptions& options) {
  if (options.what == "check") return check(options);
  const Course course = course::load(course_root(options.grading.course));
  if (options.what.empty()) return list(course, options);
  return hand_out(course, options);
}

}  // namespace

Run detective(CommandOptions& command) {
  const auto options = std::make_shared<DetectiveOptions>();
  options->grading.backend = "cpu";
  command.positional("WHAT", options->what,
                     "A lab, to get its next bug, or 'check'; by default list the bugs", false);
  command.positional("N", options->lab, "Of check: the lab; by default that of the last bug handed out",
                     false);
  command.number("--bug", options->bug, "Number of the bug, from 1; 0: the next, or the last handed out",
                 "K");
  command.option("--line", options->guess.line, "Of check: the wrong line; without it you are asked", "L");
  command.option(
      "--arg", options->guess.arguments,
      "Of check: a part of an input that fails, such as A=1,2,2; by default empty, of constants the lab's",
      "NAME=VALUE");
  command.flag("--give-up", options->give_up, "Of check: show where the bug is");
  command.option("--out", options->out, "Folder for the files that are handed out, instead of bugs/", "DIR");
  command.dir(options->folder);
  command.plain(options->grading.text.plain);
  command.course(options->grading.course);
  return [options] { return detective(*options); };
}

}  // namespace mergelab::app
