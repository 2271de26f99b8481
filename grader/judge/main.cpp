// mergelab-judge [LEVEL]: grades one lab of one submission on one backend. Reads a job from descriptor 3,
// registers a GoogleTest for every case, and writes an observation per test back to it. One grading, one
// process: the registry of GoogleTest is global. LEVEL: the isolation that mergelab has found to work and
// reports.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>
#include <iostream>

#include "base/atomic_file.hpp"
#include "judge/runner.hpp"

namespace mergelab::judge {
namespace {

void write_line(std::string line) {
  line += '\n';
  if (base::write_all(kJobChannel, line) != 0) std::_Exit(3);  // mergelab is gone: the rest is not needed
}

/// The first line on the channel, or all where there is but one.
std::string read_job() {
  std::string text;
  std::array<char, 1 << 16> part{};
  while (text.empty() || text.back() != '\n') {
    const ssize_t got = TEMP_FAILURE_RETRY(::read(kJobChannel, part.data(), part.size()));
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

class CaseTest : public testing::Test {
 public:
  CaseTest(Runner& runner, const PlannedTest& planned, Outcome& outcome)
      : runner_(runner), planned_(planned), outcome_(outcome) {}

  void TestBody() override {
    outcome_ = runner_.run(planned_);
    if (!outcome_.passed()) GTEST_FAIL() << outcome_.message;
  }

 private:
  Runner& runner_;
  const PlannedTest& planned_;
  Outcome& outcome_;
};

/// Writes an observation when a test ends.
class Reporter : public testing::EmptyTestEventListener {
 public:
  Reporter(const Job& job, const std::vector<PlannedTest>& tests, Runner& runner, Outcome& outcome)
      : job_(job), tests_(tests), runner_(runner), outcome_(outcome) {}

  void OnTestStart(const testing::TestInfo&) override {
    if (job_.shared && begins_part(job_, tests_, next_) && !may_go_on()) {
      runner_.end_workers();
      std::exit(0);  // another judge has the rest
    }
    begin_ = std::chrono::steady_clock::now();
    outcome_ = {Verdict::grader_error, {}, ""};
    outcome_.message = say(Sentence::test_not_run);
  }

  void OnTestEnd(const testing::TestInfo& info) override {
    const PlannedTest& planned = tests_.at(next_++);
    Observation seen;
    seen.item = planned.item->id;
    seen.family = planned.family->name;
    seen.test = planned.name();
    seen.hidden = planned.family->hidden;
    seen.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    seen.outcome = std::move(outcome_);
    seen.backend = job_.backend;
    // A test passes only if GoogleTest and the outcome agree.
    if (info.result()->Passed() != seen.outcome.passed()) seen.outcome.verdict = Verdict::grader_error;
    write_line(observation_to_line(seen));
  }

 private:
  static bool may_go_on() {
    write_line(std::string(kAsksForPart));
    char answer = 0;
    return TEMP_FAILURE_RETRY(::read(kJobChannel, &answer, 1)) > 0;
  }

  const Job& job_;
  const std::vector<PlannedTest>& tests_;
  Runner& runner_;
  Outcome& outcome_;
  std::size_t next_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

int judge_job(const Job& job) {
  const std::vector<PlannedTest> tests = plan(job);
  Runner runner(job);
  Outcome outcome;  // of the test that runs
  for (const PlannedTest& test : tests) {
    testing::RegisterTest(test.item->id.c_str(), test.spec->name.c_str(), nullptr, nullptr, __FILE__,
                          __LINE__, [&]() -> CaseTest* { return new CaseTest(runner, test, outcome); });
  }
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new Reporter(job, tests, runner, outcome));
  [[maybe_unused]] const int failed = RUN_ALL_TESTS();  // observations, not errors of the judge
  return 0;
}

}  // namespace
}  // namespace mergelab::judge

int main(int count, char** argv) {
  const auto level = count == 2 ? mergelab::sandbox::level_from_string(argv[1]) : std::nullopt;
  if (level) mergelab::sandbox::use_isolation(*level);
  // GoogleTest's flags are not for users of the judge.
  int argc = 1;
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(catch_exceptions) = false;
  // Arrays of millions are made for every timed call: their memory is kept for the next.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  try {
    const mergelab::judge::Job job = mergelab::judge::job_from_json(mergelab::judge::read_job());
    return mergelab::judge::judge_job(job);
  } catch (const std::exception& error) {
    std::cerr << "mergelab-judge: " << error.what() << '\n';
    return 3;
  }
}
