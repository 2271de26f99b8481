// mergelab test: the framework's own tests, run by ctest: how far they are, what failed, and the counts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/course_files/hand_out.hpp"
#include "app/machine/ctest_output.hpp"
#include "app/machine/gpu.hpp"
#include "app/machine/test_programs.hpp"
#include "app/machine/toolchain.hpp"
#include "app/processes/child_lines.hpp"
#include "app/verbs/verbs.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

struct TestOptions {
  std::string pattern;
  bool all = false, gpu = false, list_targets = false;
  unsigned jobs = 0;
  TextOptions text;
};

constexpr const char* kPatternHelp =
    "a PATTERN is a folder of tests/ or a regular expression for names, such as 'Resume.*keeps'";

std::string some_time(double seconds) {
  const auto whole = std::llround(seconds);
  return whole < 90 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 30) / 60);
}

/// How far the tests are, from what each took the last time.
class Forecast {
 public:
  Forecast(const std::vector<ListedTest>& tests, std::map<std::string, double> costs)
      : costs_(std::move(costs)) {
    for (const ListedTest& test : tests) left_ += cost(test.name);
  }
  void finish(const std::string& test) {
    done_ += cost(test);
    left_ -= cost(test);
  }
  [[nodiscard]] double seconds_left() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    return done_ > 0 ? passed.count() * std::max(0.0, left_) / done_ : 0;
  }

 private:
  [[nodiscard]] double cost(const std::string& test) const {
    constexpr double kUnknown = 0.1, kStart = 0.02;  // a test that is new; and what starting one takes
    const auto known = costs_.find(test);
    return kStart + (known != costs_.end() ? known->second : kUnknown);
  }

  std::map<std::string, double> costs_;
  double left_ = 0, done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Counts the results, and shows them as they come.
class Results {
 public:
  Results(const TextOptions& text, const std::vector<ListedTest>& tests, std::map<std::string, double> costs)
      : progress_(text), total_(tests.size()), forecast_(tests, std::move(costs)) {}

  void add(const TestResult& result) {
    ++done_;
    if (result.state == TestResult::State::failed) {
      failed_.push_back(result.name);
      progress_.clear();
      say::print("FAILED {} ({})\n{}\n", result.name, result.how, result.output);
      std::fflush(stdout);
    } else if (result.state == TestResult::State::skipped) {
      ++skipped_[skip_reason(result.output)];
    }
    forecast_.finish(result.name);
    // A line for each tenth unless it is rewritten.
    const std::size_t tenth = 10 * done_ / total_;
    if (!progress_.is_terminal() && (tenth == shown_ || total_ < 10)) return;
    shown_ = tenth;
    progress_.note(
        "tests",
        fmt::format(
            "{} of {}{}{}", done_, total_, failed_.empty() ? "" : fmt::format(", {} failed", failed_.size()),
            done_ == total_ ? "" : fmt::format(", about {} left", some_time(forecast_.seconds_left()))));
  }
  /// Ends with a line of only the counts.
  void summarize() {
    progress_.clear();
    for (const std::string& name : failed_) say::print("failed: {}\n", name);
    std::size_t skipped = 0;
    std::vector<std::string> reasons;
    for (const auto& [reason, count] : skipped_) {
      skipped += count;
      reasons.push_back(fmt::format("{} ({})", reason, count));
    }
    if (skipped > 0) say::print("skipped: {}\n", fmt::join(reasons, "; "));
    say::print("{} passed, {} failed, {} skipped\n", done_ - failed_.size() - skipped, failed_.size(),
               skipped);
  }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] bool any_failed() const { return !failed_.empty(); }

 private:
  Progress progress_;
  std::size_t total_, done_ = 0, shown_ = 0;
  Forecast forecast_;
  std::vector<std::string> failed_;
  std::map<std::string, std::size_t> skipped_;  // reasons
};

std::vector<ListedTest> list_tests(const std::filesystem::path& build) {
  std::string json;
  run_lines({"ctest", "--test-dir", build.string(), "--show-only=json-v1"},
            [&](const std::string& line) { json += line + "\n"; });
  return read_test_list(json, build);
}

bool is_asked_for(const ListedTest& test, const TestOptions& options) {
  if (options.gpu && !test.needs_gpu) return false;
  if (options.pattern.empty()) return true;
  if (test.folder == options.pattern || test.program == options.pattern) return true;
  return !test.program.empty() && std::regex_search(test.name, test_pattern(options.pattern));
}

/// Numbers as ctest takes them: every test from 0 to 0 in steps of 0, and these.
std::string numbers_of(const std::vector<ListedTest>& tests) {
  std::string numbers = "0,0,0";
  for (const ListedTest& test : tests) numbers += fmt::format(",{}", test.number);
  return numbers;
}

/// The tests grade the same few files hundreds of times. With --all each is compiled every time; else once,
/// and for the tests that follow, into `folder`. Files not used since yesterday are removed.
void keep_objects(const std::filesystem::path& folder, bool all) {
  namespace fs = std::filesystem;
  constexpr std::chrono::hours kLongUnused(24);
  if (all) {
    ::unsetenv(kKeptObjects);
    return;
  }
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (const auto& object : fs::directory_iterator(folder, error)) {
    if (now - object.last_write_time(error) > kLongUnused) fs::remove(object.path(), error);
  }
  ::setenv(kKeptObjects, folder.c_str(), 0);
}

int test(const TestOptions& options) {
  const std::filesystem::path build = build_root();
  if (!std::filesystem::exists(build / "CTestTestfile.cmake"))
    throw UsageError(
        "this mergelab was built without its tests\n  run ./lab test in a checkout of the source");
  if (options.list_targets) {
    say::print("{}\n", fmt::join(test_targets(build / "test_programs.txt", options.pattern), " "));
    return kGraded;
  }
  std::vector<ListedTest> tests = list_tests(build);
  std::erase_if(tests, [&](const ListedTest& test) { return !is_asked_for(test, options); });
  const auto left_out =
      options.all ? 0 : std::erase_if(tests, [](const ListedTest& test) { return test.is_long; });
  const std::string note =
      left_out == 0 ? ""
                    : fmt::format("left out: {}; ./lab test --all runs {}",
                                  report::counted(left_out, "long test"), left_out == 1 ? "it" : "them");
  if (tests.empty()) {
    throw UsageError(fmt::format("no test is selected\n  {}", note.empty() ? kPatternHelp : note));
  }
  if (options.gpu) {
    const GpuSearch search = find_gpu(build / "bin" / "mergelab-worker-gpu");
    if (!search.gpu) say::print(stderr, "note: these tests will be skipped: {}\n", search.reason);
  }
  // One more than processors: some tests wait for a limit.
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::thread::hardware_concurrency() + 1;
  Results results(options.text, tests, read_costs(build / "Testing" / "Temporary" / "CTestCostData.txt"));
  keep_objects(build / "Testing" / "objects", options.all);
  CtestReader reader;
  std::string last;
  run_lines(
      {"ctest", "--test-dir", build.string(), "-V", "-j", std::to_string(jobs), "-I", numbers_of(tests)},
      [&](const std::string& line) {
        if (const auto result = reader.read(line)) results.add(*result);
        if (!line.empty()) last = line;
      });
  if (!note.empty()) say::print("{}\n", note);
  if (is_hand_out(source_root()))
    say::print(
        "this is a hand-out: it has the tests that need no solution; the others are in the course's "
        "repository\n");
  results.summarize();
  if (results.done() < tests.size())
    throw EnvironmentError(
        fmt::format("ctest ended after {} of {} tests: {}", results.done(), tests.size(), last));
  return results.any_failed() ? kPointsLost : kGraded;
}

}  // namespace

Run test(CommandOptions& command) {
  const auto options = std::make_shared<TestOptions>();
  command.positional(
      "PATTERN", options->pattern,
      "Run only the tests of this folder of tests/, or those whose name matches this regular expression",
      false);
  command.flag("--all", options->all, "Also run tests that take minutes");
  command.flag("--gpu", options->gpu, "Run only tests that need a GPU");
  command.flag("--quiet", options->text.quiet, "Print only failures and the counts");
  command.jobs(options->jobs, "Tests run at once; 0: one more than there are processors");
  command.flag("--list-targets", options->list_targets, "Print the targets to build for them, and run none");
  return [options] { return test(*options); };
}

}  // namespace mergelab::app
