// What a student is told of a reference's file: its name.
#include "app/grading/hidden_lines.hpp"

#include <gtest/gtest.h>

namespace mergelab::app {
namespace {

/// The message, after the lines of co_rank.cuh were hidden.
std::string hidden(const std::string& message) {
  std::vector<Observation> seen(1);
  seen.front().outcome.message = message;
  hide_lines(seen, {"co_rank.cuh"});
  return seen.front().outcome.message;
}

TEST(HideLines, leaves_the_name_of_the_file) {
  EXPECT_EQ(hidden("reads A[14], at co_rank.cuh:19 `if (A[i] <= B[k]) {`; and 5 more threads"),
            "reads A[14], at co_rank.cuh; and 5 more threads");
  EXPECT_EQ(hidden("co_rank.cuh:19 and co_rank.cuh:7 `low = k"), "co_rank.cuh and co_rank.cuh");
  EXPECT_EQ(hidden("assertion `low <= high` failed, at co_rank.cuh:9 `assert(low <= high);`"),
            "an assertion failed, at co_rank.cuh");
}

TEST(HideLines, leaves_the_students_own_lines) {
  for (const char* message : {"reads A[14], at merge.cuh:19 `if (A[i] <= B[k]) {`", "co_rank.cuh: no",
                              "co_rank.cuh:", "assertion `low` failed, at merge.cuh:9"})
    EXPECT_EQ(hidden(message), message);
}

TEST(HideLines, reaches_findings_and_profiles) {
  std::vector<Observation> seen(1);
  seen.front().outcome.violations = {{"race", "at co_rank.cuh:3", "see co_rank.cuh:4"}};
  seen.front().outcome.printed = "i = 3\n/tmp/co_rank.cuh:9: int f(): Assertion `low` failed.\n";
  seen.front().outcome.lines.resize(2);
  seen.front().outcome.lines[0].file = "co_rank.cuh";
  seen.front().outcome.lines[1].file = "merge.cuh";
  hide_lines(seen, {"co_rank.cuh"});
  EXPECT_EQ(seen.front().outcome.violations.front().text, "at co_rank.cuh");
  EXPECT_EQ(seen.front().outcome.violations.front().hint, "see co_rank.cuh");
  EXPECT_EQ(seen.front().outcome.printed, "i = 3\n");
  ASSERT_EQ(seen.front().outcome.lines.size(), 1U);
  EXPECT_EQ(seen.front().outcome.lines.front().file, "merge.cuh");
}

}  // namespace
}  // namespace mergelab::app
