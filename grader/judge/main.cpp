// mergelab-judge [LEVEL]: grades one lab of one submission on one backend. Reads a job from descriptor 3,
// registers a GoogleTest for every case, and writes an observation per test back to it. One grading, one
// process: the registry of GoogleTest is global. LEVEL: the isolation that mergelab has found to work and
// reports.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <limits>

#include "base/read_file.hpp"
#include "judge/plan.hpp"
#include "judge/protocol.hpp"
#include "judge/runner.hpp"
#include "sandbox/level.hpp"

namespace mergelab::judge {
namespace {

void write_line(std::string line) {
  line += '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t wrote = ::write(kJobChannel, line.data() + sent, line.size() - sent);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) std::_Exit(3);  // mergelab is gone: nobody needs the rest
    sent += static_cast<std::size_t>(wrote);
  }
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
  Reporter(Backend backend, const std::vector<PlannedTest>& tests, Outcome& outcome)
      : backend_(backend), tests_(tests), outcome_(outcome) {}

  void OnTestStart(const testing::TestInfo&) override {
    begin_ = std::chrono::steady_clock::now();
    outcome_ = {Verdict::grader_error, "the test did not run", "", {}};
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
    seen.backend = backend_;
    // A test passes only if GoogleTest and the outcome agree.
    if (info.result()->Passed() != seen.outcome.passed()) seen.outcome.verdict = Verdict::grader_error;
    write_line(observation_to_line(seen));
  }

 private:
  Backend backend_;
  const std::vector<PlannedTest>& tests_;
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
  listeners.Append(new Reporter(job.backend, tests, outcome));
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
    // Until mergelab closes its sending side.
    const auto text = mergelab::base::read_all(mergelab::judge::kJobChannel);
    const mergelab::judge::Job job = mergelab::judge::job_from_json(text.value_or(""));
    return mergelab::judge::judge_job(job);
  } catch (const std::exception& error) {
    std::cerr << "mergelab-judge: " << error.what() << '\n';
    return 3;
  }
}
