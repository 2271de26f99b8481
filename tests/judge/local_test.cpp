// A student's own run waits for no more than two endless loops; a course's grading tries every case.
#include "whole_grading.hpp"

namespace mergelab::judge {
namespace {

/// Never answers: each request ends as the number of those before it says.
class Endless : public Session {
 public:
  Endless(int& asked, const std::function<Outcome(int)>& end) : asked_(asked), end_(end) {}
  std::optional<Answer> ask(const WorkerRequest& /*request*/, double /*cpu_limit_s*/) override {
    if (!broken()) fail(end_(asked_++));
    return std::nullopt;
  }
  double cpu_s() const override { return 0; }

 private:
  int& asked_;
  const std::function<Outcome(int)>& end_;
};

/// A grading of the second lab by such workers, and how often they were asked.
std::pair<LabResult, int> graded(bool local, const std::function<Outcome(int)>& end) {
  const Course course = small_course(700);
  Job job = job_of(course.labs.at(1), course);
  job.local = local;
  int asked = 0;
  LabResult result = grade(job, [&](const WorkerSetup&) { return std::make_unique<Endless>(asked, end); });
  return {std::move(result), asked};
}

TEST(LocalRun, gives_up_after_two_endless_loops_and_keeps_what_came_before) {
  for (const bool local : {false, true}) {
    const auto& [result, asked] = graded(local, [](int before) -> Outcome {
      if (before == 0)
        return {Verdict::crashed, Statement(Sentence::words, "null pointer read"), "fault", {}};
      return {Verdict::timed_out, Statement(Sentence::words, "still running"), "endless", {}};
    });
    EXPECT_EQ(asked, local ? 3 : static_cast<int>(result.items.size()));
    EXPECT_EQ(result.items.front().status, Verdict::crashed);
    EXPECT_EQ(result.items.front().message, "null pointer read");
    EXPECT_EQ(result.items.at(1).message, "still running");
    EXPECT_EQ(result.items.back().message,
              local ? say(Sentence::others_ran_out_of_time, result.items.at(1).tests.front().test + " and " +
                                                                result.items.at(2).tests.front().test)
                    : "still running");
  }
}

TEST(LocalRun, gives_up_after_two_endless_loops_that_are_told_behind_something_else) {
  const auto& [result, asked] = graded(true, [](int) {
    Outcome outcome{Verdict::checker_violation,
                    Statement(Sentence::words, "thread 0 reads C[0]"),
                    "uninitialised_read",
                    {}};
    outcome.clues = {kOutOfTime};
    return outcome;
  });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(result.items.front().status, Verdict::checker_violation);
}

}  // namespace
}  // namespace mergelab::judge
