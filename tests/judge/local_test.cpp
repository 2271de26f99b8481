// A student's own run waits for no more than two endless loops; a course's grading tries every case.
#include "whole_grading.hpp"

namespace mergelab::judge {
namespace {

/// Crashes in the first case that it is asked for, and never answers after that.
class Endless : public Session {
 public:
  explicit Endless(int& asked) : asked_(asked) {}
  std::optional<Answer> ask(const WorkerRequest& /*request*/, double /*cpu_limit_s*/) override {
    if (broken()) return std::nullopt;
    if (asked_++ == 0)
      fail({Verdict::crashed, Statement(Sentence::words, "null pointer read"), "fault", {}});
    else
      fail({Verdict::timed_out, Statement(Sentence::words, "still running"), "endless", {}});
    return std::nullopt;
  }
  double cpu_s() const override { return 0; }

 private:
  int& asked_;
};

TEST(LocalRun, gives_up_after_two_endless_loops_and_keeps_what_came_before) {
  const Course course = small_course(700);
  const Lab& lab = course.labs.at(1);
  Job job = job_of(lab, course);
  for (const bool local : {false, true}) {
    job.local = local;
    int asked = 0;
    const LabResult result = grade(job, [&](const WorkerSetup&) { return std::make_unique<Endless>(asked); });
    EXPECT_EQ(asked, local ? 3 : static_cast<int>(lab.items.size()));
    EXPECT_EQ(result.items.front().status, Verdict::crashed);
    EXPECT_EQ(result.items.front().message, "null pointer read");
    EXPECT_EQ(result.items.at(1).message, "still running");
    EXPECT_EQ(result.items.back().message,
              local ? say(Sentence::others_ran_out_of_time, result.items.at(1).tests.front().test + " and " +
                                                                result.items.at(2).tests.front().test)
                    : "still running");
  }
}

/// Tells of an unwritten read that a loop without end came after.
class EndlessBehind : public Session {
 public:
  explicit EndlessBehind(int& asked) : asked_(asked) {}
  std::optional<Answer> ask(const WorkerRequest& /*request*/, double /*cpu_limit_s*/) override {
    if (!broken() && ++asked_ > 0) {
      Outcome outcome{Verdict::checker_violation,
                      Statement(Sentence::words, "thread 0 reads C[0]"),
                      "uninitialised_read",
                      {}};
      outcome.clues = {kOutOfTime};
      fail(std::move(outcome));
    }
    return std::nullopt;
  }
  double cpu_s() const override { return 0; }

 private:
  int& asked_;
};

TEST(LocalRun, gives_up_after_two_endless_loops_that_are_told_behind_something_else) {
  const Course course = small_course(700);
  const Lab& lab = course.labs.at(1);
  Job job = job_of(lab, course);
  job.local = true;
  int asked = 0;
  const LabResult result =
      grade(job, [&](const WorkerSetup&) { return std::make_unique<EndlessBehind>(asked); });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(result.items.front().status, Verdict::checker_violation);
}

}  // namespace
}  // namespace mergelab::judge
