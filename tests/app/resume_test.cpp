// An interrupted grading loses nothing, and resumes.

#include <fmt/format.h>

#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class ResumeTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    mine_ = submit_solutions();
  }
  [[nodiscard]] Ran grade(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"grade", mine_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return tiny(std::move(words));
  }
  [[nodiscard]] std::string kept(std::size_t labs) const {
    return fmt::format("{} of {} labs are kept", labs, lab_count());
  }
  fs::path mine_;
};
using ResumeTestSlow = ResumeTest;

TEST_F(ResumeTestSlow, keeps_what_the_report_has_and_grades_the_rest) {
  EXPECT_EQ(grade({"--lab", "1"}).code, 0);
  const json graded_first = report();
  const json first = graded_first.at("labs").at(0);
  expect_says(grade({"--resume"}), 0, kept(1) + " from report.json");
  const json graded = report();
  EXPECT_EQ(graded.at("labs").at(0), first);  // durations and all: it did not run again
  EXPECT_EQ(graded.at("score"), points());
  EXPECT_EQ(graded.at("complete"), true);
  expect_says(grade({"--resume"}), 0, kept(lab_count()));
}

TEST_F(ResumeTestSlow, keeps_labs_that_were_not_asked_for) {
  json course = json::parse(read(course_ / "labs/course.json"));
  course["labs"] = {"01_merge", "02_launch"};  // no lab that depends on what changes
  write(course_ / "labs/course.json", course.dump());
  EXPECT_EQ(grade().code, 0);
  const json before = report();
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade({"--resume", "--lab", "2"}), 0,
              "0 of 1 labs are kept from report.json, with 1 that was not asked for");
  const json graded = report();
  ASSERT_EQ(graded.at("labs").size(), lab_count());
  EXPECT_EQ(graded.at("labs").at(0), before.at("labs").at(0));
  EXPECT_NE(graded.at("labs").at(1).at("inputs"), before.at("labs").at(1).at("inputs"));
  EXPECT_EQ(graded.at("score"), points());
  EXPECT_EQ(graded.at("complete"), true);
}

TEST_F(ResumeTestSlow, refuses_to_lose_a_lab_that_was_not_asked_for_and_no_longer_holds) {
  EXPECT_EQ(grade().code, 0);
  const std::string before = read(folder_ / "report.json");
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade({"--resume", "--lab", "1"}), 2, "outdated results: 02_launch");
  EXPECT_EQ(read(folder_ / "report.json"), before);
}

TEST_F(ResumeTestSlow, an_interrupted_report_stays_incomplete_until_all_its_labs_are_there) {
  EXPECT_EQ(grade({"--lab", "1"}).code, 0);
  json interrupted = report();
  EXPECT_EQ(interrupted.at("asked"), json::array({"01_merge"}));
  EXPECT_EQ(interrupted.at("complete"), true);
  interrupted["asked"].push_back("02_launch");
  interrupted["complete"] = false;
  write(folder_ / "report.json", interrupted.dump());
  EXPECT_EQ(grade({"--resume", "--lab", "1"}).code, 0);
  EXPECT_EQ(report().at("complete"), false);
  EXPECT_EQ(grade({"--resume", "--lab", "2"}).code, 0);
  EXPECT_EQ(report().at("complete"), true);
}

TEST_F(ResumeTestSlow, a_new_grading_says_which_labs_of_the_same_submission_it_drops) {
  EXPECT_EQ(grade().code, 0);
  const Ran ran = grade({"--lab", "1"});
  expect_says(ran, 0, "note: report.json will no longer have 02_launch");
  expect_says(ran, 0, "; --resume keeps them\n");
  EXPECT_EQ(report().at("labs").size(), 1U);
  EXPECT_EQ(grade({"--lab", "1"}).text.find("note:"), std::string::npos);
}

TEST_F(ResumeTest, needs_a_file) {
  expect_says(grade({"--resume", "--json", "-"}), 2, "--resume needs a report in a file");
}

TEST_F(ResumeTest, takes_no_part_of_a_lab) {
  expect_says(grade({"--resume", "--case", "plain"}), 2, "--resume applies to whole labs");
}

TEST_F(ResumeTestSlow, grades_anew_what_has_changed) {
  EXPECT_EQ(grade().code, 0);
  replace(mine_ / "01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(grade({"--resume"}), 0, kept(0));  // lab 2 includes lab 1's file
  EXPECT_LT(report().at("score"), points());
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade({"--resume"}), 0, kept(1));
  expect_says(grade({"--resume", "--seed", "7"}), 0, kept(0));
}

TEST_F(ResumeTestSlow, grades_everything_without_a_report_and_refuses_what_is_none) {
  expect_says(grade({"--resume"}), 0, kept(0));
  for (const char* text : {"", "{", "[]", "{\"schema\": \"mergelab.report/1\"}", "\x7f\x45LF"}) {
    write(folder_ / "report.json", text);
    expect_says(grade({"--resume"}), 2, "leave out --resume");
    EXPECT_EQ(read(folder_ / "report.json"), text);
  }
}

}  // namespace
}  // namespace mergelab
