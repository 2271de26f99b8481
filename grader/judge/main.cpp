// mergelab-judge: grades one lab of one submission on one backend. Reads a job from descriptor 3, registers a
// GoogleTest for every case, and writes an observation per test back to it. One grading, one process: the
// registry of GoogleTest is global.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "judge/grading.hpp"
#include "judge/plan.hpp"
#include "judge/protocol.hpp"

namespace mergelab::judge {
namespace {

// How a test hands its outcome to the listener.
constexpr const char* kVerdict = "verdict";
constexpr const char* kMessage = "message";
constexpr const char* kSymptom = "symptom";
constexpr const char* kMetrics = "metrics";

/// Everything that mergelab sends before it closes its sending side.
std::string read_job() {
  std::string text;
  std::array<char, 1 << 16> part{};
  for (;;) {
    const ssize_t got = ::read(kJobChannel, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

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
  CaseTest(Grading& grading, const PlannedTest& planned) : grading_(grading), planned_(planned) {}

  void TestBody() override {
    const Outcome outcome = grading_.run(planned_);
    RecordProperty(kVerdict, std::string(to_string(outcome.verdict)));
    RecordProperty(kMessage, outcome.message);
    RecordProperty(kSymptom, outcome.symptom);
    RecordProperty(kMetrics, nlohmann::json(outcome.metrics).dump());
    if (!outcome.passed()) GTEST_FAIL() << outcome.message;
  }

 private:
  Grading& grading_;
  const PlannedTest& planned_;
};

/// Writes an observation when a test ends.
class Reporter : public testing::EmptyTestEventListener {
 public:
  explicit Reporter(const std::vector<PlannedTest>& tests) : tests_(tests) {}

  void OnTestStart(const testing::TestInfo&) override { begin_ = std::chrono::steady_clock::now(); }

  void OnTestEnd(const testing::TestInfo& info) override {
    const PlannedTest& planned = tests_.at(next_++);
    const testing::TestResult& result = *info.result();
    Observation seen;
    seen.item = planned.item->id;
    seen.family = planned.family->name;
    seen.test = planned.name();
    seen.hidden = planned.family->hidden;
    seen.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    for (int i = 0; i < result.test_property_count(); ++i) {
      const testing::TestProperty& property = result.GetTestProperty(i);
      const std::string key = property.key();
      if (key == kVerdict)
        seen.verdict = verdict_from_string(property.value()).value_or(Verdict::grader_error);
      if (key == kMessage) seen.message = property.value();
      if (key == kSymptom) seen.symptom = property.value();
      if (key == kMetrics)
        seen.metrics = nlohmann::json::parse(property.value()).get<std::map<std::string, double>>();
    }
    // A test passes only if GoogleTest and the outcome agree.
    if (result.Passed() != (seen.verdict == Verdict::passed)) seen.verdict = Verdict::grader_error;
    write_line(observation_to_line(seen));
  }

 private:
  const std::vector<PlannedTest>& tests_;
  std::size_t next_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

int judge_job(const Job& job) {
  const std::vector<PlannedTest> tests = plan(job);
  Grading grading(job);
  for (const PlannedTest& test : tests) {
    testing::RegisterTest(test.item->id.c_str(), test.spec->name.c_str(), nullptr, nullptr, __FILE__,
                          __LINE__, [&]() -> CaseTest* { return new CaseTest(grading, test); });
  }
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new Reporter(tests));
  [[maybe_unused]] const int failed = RUN_ALL_TESTS();  // observations, not errors of the judge
  return 0;
}

}  // namespace
}  // namespace mergelab::judge

int main(int, char** argv) {
  // GoogleTest's flags are not for users of the judge.
  int argc = 1;
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(catch_exceptions) = false;
  try {
    const mergelab::judge::Job job = mergelab::judge::job_from_json(mergelab::judge::read_job());
    return mergelab::judge::judge_job(job);
  } catch (const std::exception& error) {
    std::cerr << "mergelab-judge: " << error.what() << '\n';
    return 3;
  }
}
