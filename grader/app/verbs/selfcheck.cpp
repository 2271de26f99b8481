// mergelab selfcheck: proves that the course's files are what CONTRIBUTING.md demands, and that it grades as
// it claims. Every skeleton fails by its TODOs; every solution passes every item over exactly the committed
// tests and stays under its anchors; every wrong solution loses exactly the items that its first line names.

#include "app/course_files/hand_out.hpp"
#include "app/course_files/selfcheck_files.hpp"
#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "report/causes.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

constexpr std::int64_t kMostElements = 1 << 20;  // of a case that is looked at
constexpr double kTolerances = 10;

bool has_tolerance(const Compare& compare) {
  return compare.how == Compare::How::tolerance || compare.how == Compare::How::ulps;
}

/// Outputs by argument and column; argument -1 is what the function returns.
using OutputPlace = std::pair<int, std::size_t>;

/// The columns that the function gives.
std::map<OutputPlace, Argument> output_columns(const Interface& interface) {
  std::map<OutputPlace, Argument> outputs;
  if (!interface.returns.empty())
    outputs[{-1, 0}] = {
        .name = "what is returned", .type = interface.returns, .compare = interface.compare_returned};
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    if (!interface.arguments[i].is_output()) continue;
    std::size_t at = 0;
    for (Argument& column : columns_of(interface.arguments[i]))
      outputs[{static_cast<int>(i), at++}] = std::move(column);
  }
  return outputs;
}

/// Which outputs were found wrong.
struct Seen {
  bool zeros = false, off = false;
};

/// What an expected array shows of the tolerance.
template <class Type>
void look(std::span<const std::byte> expected, const Compare& compare, Seen& seen) {
  for (std::size_t i = 0; i < expected.size() / sizeof(Type); ++i) {
    Type value{};
    std::memcpy(&value, expected.data() + i * sizeof value, sizeof value);
    const double number = static_cast<double>(value);
    if (!std::isfinite(number)) continue;
    seen.zeros |= !judge::is_same(Type{}, value, compare);
    const double step =
        compare.how == Compare::How::ulps
            ? static_cast<double>(compare.ulps) * std::numeric_limits<Type>::epsilon() * std::abs(number)
            : judge::allowed_off(compare, number);
    const double farther = number + kTolerances * step;
    if (farther > static_cast<double>(std::numeric_limits<Type>::max())) continue;
    const Type other = static_cast<Type>(farther);
    seen.off |= !judge::is_same(other, value, compare);
  }
}

/// Calls `use` with each case of the lab's items that is small enough to be looked at, and with its inputs.
/// Throws course::Error and judge::OracleError.
void for_each_case(const Course& course, const Lab& lab, OwnCases& cases,
                   const std::function<void(const Family&, const std::vector<judge::Inputs>&)>& use) {
  std::set<std::string> families;
  for (const Item& item : lab.items) {
    const Family* const family = course.find_family(item.family);
    if (family == nullptr || !families.insert(item.family).second) continue;
    for (const CaseSpec& spec : family->cases) {
      const std::vector<judge::Inputs> inputs = cases.inputs(*family, spec, 1);
      if (judge::elements_of_all(lab.interface, inputs.front()) <= kMostElements) use(*family, inputs);
    }
  }
}

/// Why oracle.cpp doesn't say what is right: it does not build, ends, takes too long, or contradicts itself.
Failures oracle_failures(const Course& course, const Lab& lab) try {
  OwnCases cases(course, lab);
  for_each_case(course, lab, cases, [&](const Family&, const std::vector<judge::Inputs>& inputs) {
    static_cast<void>(cases.expected(inputs));
  });
  return {};
} catch (const judge::OracleError& error) {
  return {error.what()};
} catch (const course::Error& error) {
  return {error.what()};
}

/// Of each output with a tolerance: in some visible case zeros are wrong, and so is one element that is off
/// by ten tolerances. Throws course::Error and judge::OracleError.
Failures tolerance_failures(const Course& course, const Lab& lab) {
  std::map<OutputPlace, Argument> outputs = output_columns(lab.interface);
  std::erase_if(outputs, [](const auto& output) { return !has_tolerance(output.second.compare); });
  if (outputs.empty()) return {};
  std::map<OutputPlace, Seen> all_seen;
  OwnCases cases(course, lab);
  for_each_case(course, lab, cases, [&](const Family& family, const std::vector<judge::Inputs>& inputs) {
    if (family.hidden) return;
    const judge::Expected expected = cases.expected(inputs);
    for (const auto& [place, output] : outputs) {
      const judge::Outputs first = expected.outputs(0);
      const auto at = static_cast<std::size_t>(place.first);
      std::vector<std::byte> memory;
      const std::span<const std::byte> bytes =
          place.first < 0 ? first.returned
                          : column_in(lab.interface.arguments[at], place.second, first.arrays[at], memory);
      with_type(element_type_named(output.type), [&, &place = place, &output = output](auto zero) {
        look<decltype(zero)>(bytes, output.compare, all_seen[place]);
      });
    }
  });
  Failures failures;
  for (const auto& [place, output] : outputs) {
    const Seen& seen = all_seen[place];
    if (!seen.zeros)
      failures.push_back(fmt::format("the tolerance of {} takes zeros for right in every case", output.name));
    else if (!seen.off)
      failures.push_back(fmt::format("the tolerance of {} takes an element that is off by {:.0f} tolerances",
                                     output.name, kTolerances));
  }
  return failures;
}

/// How many tests got another result than the oracle has, though no rule was broken, and the first of them;
/// empty: none.
std::string disagreement(const LabResult& result) {
  std::vector<std::string> wrong;
  for (const ItemResult& item : result.items) {
    for (const Observation& test : item.tests) {
      if (test.outcome.verdict == Verdict::wrong_answer && test.outcome.violations.empty())
        wrong.push_back(test.test + ": " + test.outcome.message);
    }
  }
  return wrong.empty() ? "" : fmt::format("{}, first in {}", report::counted(wrong.size(), "test"), wrong[0]);
}

struct SelfcheckOptions {
  GradingOptions grading;
  std::vector<std::string> labs;
  bool write_tests = false;
  std::uint64_t every = 1, from = 1;  // of wrong solutions and variants
  fs::path record;                    // a folder; empty: none
};

/// A grading's result, without times: two of these differ if a student would see a difference.
std::string lasting(const LabResult& result) {
  std::string text;
  for (const ItemResult& item : result.items) {
    text += fmt::format("{}: {}, {} of {}\n", item.id, to_string(item.status), item.score, item.max_score);
    if (!item.message.empty()) text += item.message + "\n";
    if (!item.hint.empty()) text += "hint: " + item.hint + "\n";
  }
  for (const report::Cause& cause : report::causes_of(result)) {
    const std::string hint = report::hint_of(result, cause);
    if (!hint.empty()) text += "hint of a cause: " + hint + "\n";
  }
  return text;
}

fs::path tests_file(const Course& course) { return course.root / "datasets" / "tests.txt"; }

class SelfCheck {
 public:
  SelfCheck(Setup& setup, const SelfcheckOptions& options) : setup_(setup), options_(options) {
    for (const std::string& line : base::lines_of(base::read_file(tests_file(setup.course())).value_or("")))
      committed_.insert(line);
  }

  /// Adds the checks of the files that belong to no lab.
  void add_course() {
    const Course& course = setup_.course();
    checks_.push_back({course.root / "labs" / "course.json", [&] { return lab_list_failures(course); }});
    std::set<std::string> planned;
    for (const Lab& lab : course.labs) {
      for (std::string& name : planned_tests(course, lab)) planned.insert(std::move(name));
    }
    checks_.push_back(
        {tests_file(course), [this, planned] { return test_list_failures(committed_, planned); }});
  }

  /// Adds the checks of a lab.
  void add(const Lab& lab) {
    const fs::path root = setup_.course().root, folder = root / "labs" / lab.name,
                   skeleton = folder / lab.file, readme = folder / "README.md",
                   solution = root / "solutions" / lab.name / lab.file;
    const std::vector<WrongFile> files = find_wrong_files(setup_.course(), lab);
    checks_.push_back({folder / "lab.json", [&lab] { return rubric_failures(lab); }});
    if (!lab.oracle.empty()) {
      checks_.push_back({lab.oracle, [=, this, &lab] { return check_oracle(lab, solution); }});
      checks_.back().of_all = &lab;
    }
    const auto add_dependent = [&](const fs::path& file, int round, std::function<Failures()> check) {
      checks_.push_back({file, std::move(check), &lab, round});
    };
    if (!lab.kit)
      add_dependent(folder / "cases.json", 2,
                    [this, &lab] { return tolerance_failures(setup_.course(), lab); });
    checks_.push_back({readme, [readme] { return readme_failures(read_text(readme)); }});
    add_dependent(skeleton, 2, [=, this, &lab] { return check_skeleton(lab, skeleton, solution); });
    add_dependent(solution, 1, [=, this, &lab] { return check_solution(lab, solution); });
    checks_.push_back(
        {solution.parent_path() / "wrong", [files, &lab] { return wrong_folder_failures(lab, files); }});
    for (const WrongFile& wrong : files) {
      if (++wrong_files_ % options_.every != options_.from % options_.every) continue;
      add_dependent(wrong.file, 2, [=, this, &lab] { return check_wrong_file(lab, wrong); });
    }
  }

  /// Runs all checks, several at a time, and prints what failed.
  [[nodiscard]] int run(unsigned jobs) {
    for (int round = 0; round <= kLastRound; ++round) {
      for_each_index(checks_.size(), jobs, [&](std::size_t i) {
        if (checks_[i].round == round) run(checks_[i]);
      });
    }
    setup_.progress().clear();
    const auto count = [&](const auto& is_so) {
      return static_cast<std::size_t>(std::ranges::count_if(checks_, is_so));
    };
    const std::size_t failed = count([](const Check&check) { return !check.failures.empty(); }),
                      not_judged = count([](const Check&check) { return check.is_left_out; });
    if (failed == 0) {
      say::print("selfcheck: {} files are as expected\n", checks_.size());
      return kGraded;
    }
    say::print("selfcheck: {} of {} files are not as expected{}\n", failed, checks_.size(),
               not_judged == 0 ? "" : fmt::format("; {} that depend on them were not judged", not_judged));
    for (const Check& check : checks_) {
      for (const std::string& failure : check.failures)
        say::print("  {}{}\n", check.names_file ? "" : name_of(check.file) + ": ", failure);
    }
    return kPointsLost;
  }

 private:
  static constexpr int kLastRound = 2;  // what the rounds before found wrong is not judged in it

  struct Check {
    fs::path file;
    std::function<Failures()> check;
    const Lab* depends = nullptr;  // whose oracle and solution decide it; null: on nothing
    int round = 0;
    const Lab* of_all = nullptr;  // of an oracle: whose
    Failures failures = {};
    bool names_file = false;  // each failure does
    bool is_left_out = false;
  };

  [[nodiscard]] std::string name_of(const fs::path& file) const {
    return file.lexically_relative(setup_.course().root).string();
  }

  void run(Check& check) {
    check.failures = todo_failures(base::read_file(check.file).value_or(""));
    bool is_broken = check.of_all != nullptr;
    if (check.failures.empty()) {
      if (check.depends != nullptr) {
        const std::lock_guard lock(mutex_);
        check.is_left_out = broken_.contains(check.depends->name);
        if (check.is_left_out) return;
      }
      try {
        check.failures = check.check();
        check.names_file = check.of_all != nullptr;
      } catch (const judge::OracleError& error) {
        check.failures = {error.what()};
        is_broken = check.names_file = true;
      } catch (const UsageError& error) {  // a file that is missing
        check.failures = {error.what()};
      }
    }
    report(check, is_broken && !check.failures.empty());
  }

  /// `is_broken`: from now on, what depends on the same oracle is not judged.
  void report(const Check& check, bool is_broken) {
    const std::lock_guard lock(mutex_);
    const Lab* const lab = check.of_all != nullptr ? check.of_all : check.depends;
    const bool leaves_out = is_broken && broken_.insert(lab->name).second;
    if (setup_.options().text.quiet) return;
    setup_.progress().clear();
    say::print("  {}  {}\n", check.failures.empty() ? "ok  " : "FAIL", name_of(check.file));
    if (leaves_out)
      say::print("  not judged: the files of {} that depend on {}\n", lab->name, name_of(check.file));
    std::fflush(stdout);
  }

  /// Graded with the reference's files of the other labs. `name`: of what is recorded.
  LabResult grade(const Lab& lab, const fs::path& file, const std::string& name) {
    LabResult result = setup_.grader().grade(lab, reference_sources(setup_.course(), lab, file));
    for (const ItemResult& item : result.items) {
      if (item.status != Verdict::grader_error) continue;
      if (report::fails_by_oracle(result))
        throw judge::OracleError(Statement(Sentence::no_oracle, item.message));
      throw UsageError(item.message);
    }
    if (options_.record.empty()) return result;
    std::error_code error;  // write_atomically says what is wrong
    fs::create_directories(options_.record / lab.name, error);
    base::write_atomically(options_.record / lab.name / (name + ".txt"), lasting(result));
    return result;
  }

  /// The solution's, which is graded once.
  LabResult grade_solution(const Lab& lab, const fs::path& file) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = solutions_.find(lab.name); known != solutions_.end()) return known->second;
    }
    LabResult result = grade(lab, file, "solution");
    const std::lock_guard lock(mutex_);
    return solutions_.emplace(lab.name, std::move(result)).first->second;
  }

  /// The oracle must answer, and as the solution does: of two that differ, neither can judge a wrong
  /// solution.
  Failures check_oracle(const Lab& lab, const fs::path& solution) {
    Failures failures = oracle_failures(setup_.course(), lab);
    if (!failures.empty() || !todo_failures(read_text(solution)).empty()) return failures;
    std::string differs;
    try {
      differs = disagreement(grade_solution(lab, solution));
    } catch (const UsageError&) {  // the solution's own check says it
    }
    if (differs.empty()) return {};
    return {fmt::format("{} and {} differ, and one of them is wrong: in {}", name_of(lab.oracle),
                        name_of(solution), differs)};
  }

  Failures check_skeleton(const Lab& lab, const fs::path& file, const fs::path& solution) {
    Failures failures = skeleton_failures(read_text(file), read_text(solution));
    const std::string reset = base::command("reset", lab_number(lab));
    if (read_text(file) != skeleton_text(setup_.course(), lab))
      failures.push_back(
          failures.empty()
              ? fmt::format("differs from what `{0}` writes, which is the solution with LAB_TODO in its TODO "
                            "regions\n  run that, or keep yours: cp labs/{1}/{2} skeletons/{1}/{2}",
                            reset, lab.name, lab.file)
              : fmt::format("`{}` writes the solution with LAB_TODO in its TODO regions", reset));
    for (const ItemResult& item : grade(lab, file, "skeleton").items) {
      if (item.status == Verdict::not_run) continue;
      if (item.status != Verdict::todo) {
        failures.push_back(fmt::format("item {} is {}, expected todo", item.id, to_string(item.status)));
      }
    }
    return failures;
  }

  Failures check_solution(const Lab& lab, const fs::path& file) {
    Failures failures;
    for (const Lab* each :
         submission::included_labs(setup_.course(), lab, file, setup_.course().root / "solutions"))
      failures.push_back(
          fmt::format("includes {}, but \"uses\" in lab.json does not name {}", each->file, each->name));
    const LabResult result = grade_solution(lab, file);
    if (!lab.kit) {
      Failures others = in_random_order(lab, file);
      failures.insert(failures.end(), others.begin(), others.end());
    }
    if (result.status == Verdict::build_failed)
      return {fmt::format("does not compile: {}", result.items.front().message)};
    std::set<std::string> ran;
    for (const ItemResult& item : result.items) {
      if (item.status == Verdict::not_run) continue;
      if (item.status != Verdict::passed) {
        failures.push_back(fmt::format("item {} is {}: {}", item.id, to_string(item.status), item.message));
      }
      for (const Observation& test : item.tests) ran.insert(test_line(lab, test.test, test.backend));
      const Item& rubric = *lab.find_item(item.id);
      const auto metric = item.metrics.find(rubric.metric);
      if (rubric.anchor && metric != item.metrics.end() && metric->second > *rubric.anchor) {
        failures.push_back(
            fmt::format("item {}: {} is {:.4g}, over its anchor {:.4g}: the reference got worse", item.id,
                        rubric.metric, metric->second, *rubric.anchor));
      } else if (rubric.anchor && metric == item.metrics.end() && item.status == Verdict::passed) {
        failures.push_back(
            fmt::format("item {}: no {} was measured, but it has an anchor", item.id, rubric.metric));
      }
    }
    for (const std::string& name : committed_) {
      if (name.starts_with(lab.name + " ") && is_due(lab, name) && ran.count(name) == 0) {
        failures.push_back(fmt::format("the committed test '{}' did not run", name));
      }
    }
    std::vector<std::string> missing;
    std::set_difference(ran.begin(), ran.end(), committed_.begin(), committed_.end(),
                        std::back_inserter(missing));
    if (!missing.empty())
      failures.push_back(
          fmt::format("datasets/tests.txt lacks {}, the first is '{}'; if that is intended, run: {}",
                      report::counted(missing.size(), "test"), missing.front(),
                      base::command("selfcheck", "--write-tests")));
    return failures;
  }

  /// Sums of another order must be as right: the solution, with its blocks and threads in a random one.
  Failures in_random_order(const Lab& lab, const fs::path& file) {
    GradingOptions options = options_.grading;
    options.order = "random";
    options.backend = "cpu";
    if (!setup_.grader().backends().has(Backend::cpu)) return {};
    Setup other(options);
    other.progress().only_on_terminal();
    Failures failures;
    for (const ItemResult& item :
         other.grader().grade(lab, reference_sources(setup_.course(), lab, file)).items) {
      if (item.status == Verdict::wrong_answer)
        failures.push_back(fmt::format("item {}, with threads in a random order: {}", item.id, item.message));
    }
    return failures;
  }

  /// Whether a committed test is one of the chosen backends'.
  bool is_due(const Lab& lab, const std::string& line) {
    const Backend backend = line.ends_with(" gpu") ? Backend::gpu : Backend::cpu;
    if (!setup_.grader().backends().has(backend)) return false;
    const std::size_t begin = lab.name.size() + 1;
    const Item* item = lab.find_item(line.substr(begin, line.find('/') - begin));
    return item == nullptr || setup_.grader().runs(*item, backend);
  }

  /// Times take minutes for all wrong files together, so only those that say that they lose them are timed.
  static Lab without_unnamed_times(Lab lab, const WrongFile& wrong) {
    std::erase_if(lab.items, [&](const Item& item) {
      return item.is_timed_on_device() && !wrong.on(Backend::gpu).contains(item.id);
    });
    return lab;
  }

  /// What a wrong file says that it loses on the chosen backends.
  Losses expected(const Lab& lab, const WrongFile& wrong) {
    Losses losses;
    for (const Backend backend : setup_.grader().backends().all()) {
      for (const auto& [id, loss] : wrong.on(backend)) {
        const Item* item = lab.find_item(id);
        if (item == nullptr || !setup_.grader().runs(*item, backend)) continue;
        const auto [known, is_new] = losses.emplace(id, loss);
        if (!is_new && loss == Loss::wholly) known->second = loss;
      }
    }
    return losses;
  }

  /// A wrong file's source where it can be built: a patch's is written out.
  fs::path lab_file(const Lab& lab, const WrongFile& wrong) {
    if (wrong.file.extension() == fs::path(lab.file).extension()) return wrong.file;
    fs::path file = setup_.folder().path() / "wrong" / lab.name / wrong.name() / lab.file;
    write_source(wrong, file);
    return file;
  }

  Failures check_wrong_file(const Lab& whole, const WrongFile& wrong) {
    const Lab lab = without_unnamed_times(whole, wrong);
    Losses loses = expected(lab, wrong);
    std::set<std::string> perhaps;
    for (const auto& [id, loss] : loses) {
      if (loss == Loss::perhaps) perhaps.insert(id);
    }
    std::erase_if(loses, [](const auto& item) { return item.second == Loss::perhaps; });
    Losses lost;
    std::string details, told;
    const LabResult result = grade(lab, lab_file(lab, wrong), wrong.name());
    for (const report::Cause& cause : report::causes_of(result))
      told += report::hint_of(result, cause) + "\n";  // of a variable that the compiler names, too
    for (const ItemResult& item : result.items) {
      if (item.status == Verdict::not_run || item.status == Verdict::passed) continue;
      told += item.message + "\n" + item.hint + "\n";
      const Loss loss = item.score > 0 ? Loss::partly : Loss::wholly;
      const auto said = loses.find(item.id);
      const bool by_chance = wrong.others_by_chance && said == loses.end() &&
                             setup_.grader().runs(*lab.find_item(item.id), Backend::gpu);
      if (by_chance || perhaps.contains(item.id)) continue;
      lost[item.id] = loss;
      if (said == loses.end() || said->second != loss) {
        details += fmt::format("\n      {}: {}: {}", item.id, to_string(item.status), item.message);
      }
    }
    Failures failures;
    if (lost != loses)
      failures.push_back(
          fmt::format("loses [{}], its header says [{}]{}", words(lost), words(loses), details));
    // On a GPU alone a bug shows by fewer words than the CPU engine's; some show there alone.
    const bool is_told = setup_.grader().backends().has(Backend::cpu) && !loses.empty();
    if (is_told && told.find(wrong.told) == std::string::npos)
      failures.push_back(
          fmt::format("neither a message nor a hint contains \"{}\", but they say:\n{}", wrong.told, told));
    return failures;
  }

  static std::string words(const Losses& losses) {
    std::vector<std::string> names;
    for (const auto& [item, loss] : losses) names.push_back((loss == Loss::partly ? "partly " : "") + item);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  Setup& setup_;
  const SelfcheckOptions& options_;
  std::size_t wrong_files_ = 0;
  std::set<std::string> committed_;
  std::vector<Check> checks_;
  std::map<std::string, LabResult> solutions_;  // by lab
  std::set<std::string> broken_;                // labs of which nothing more is judged
  std::mutex mutex_;
};

int selfcheck(const SelfcheckOptions& options) {
  if (options.every == 0) throw UsageError("--every takes a number from 1 on");
  Setup setup(options.grading);
  if (options.write_tests) {
    std::string text;
    for (const Lab& lab : setup.course().labs) {
      for (const std::string& name : planned_tests(setup.course(), lab)) text += name + "\n";
    }
    std::error_code ignored;  // an error is told by what follows
    fs::create_directories(tests_file(setup.course()).parent_path(), ignored);
    base::write_atomically(tests_file(setup.course()), text);
    say::print("wrote {}\n", tests_file(setup.course()).string());
    return kGraded;
  }
  if (is_hand_out(setup.course().root))
    throw in_a_hand_out(
        fmt::format("it does not contain the solutions, which selfcheck grades\n  `{} test` shows that the "
                    "grader works here, `{}` shows your own score",
                    base::program_name(), base::command("run", 1)));
  SelfCheck check(setup, options);
  check.add_course();
  setup.progress().only_on_terminal();
  for (const Lab* lab : named_labs(setup.course(), options.labs)) check.add(*lab);
  return check.run(setup.jobs());
}

}  // namespace

Run selfcheck(CommandOptions& command) {
  const auto options = std::make_shared<SelfcheckOptions>();
  command.labs(options->labs);
  add_backend(command, options->grading);
  command.flag("--write-tests", options->write_tests, "Update the committed list of test names");
  command.number("--every", options->every, "Only every Nth wrong solution and variant", "N");
  command.number("--from", options->from, "With --every: the number of the first one", "K");
  command.option("--record", options->record,
                 "Write verdicts, points, messages and hints of each file to this folder, to compare two "
                 "versions with diff",
                 "DIR");
  add_text(command, options->grading.text, "No progress");
  command.course(options->grading.course);
  command.isolation(options->grading.require_isolation);
  command.jobs(options->grading.jobs);
  options->grading.settings = fs::path();  // the course as it is
  return [options] { return selfcheck(*options); };
}

}  // namespace mergelab::app
