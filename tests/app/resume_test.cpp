// A grading that was interrupted loses nothing, and goes on where it was.

#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class ResumeTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    mine_ = folder_ / "mine";
    fs::copy(course_ / "solutions", mine_, fs::copy_options::recursive);
  }
  [[nodiscard]] Ran grade(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"grade", mine_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return tiny(std::move(words));
  }
  fs::path mine_;
};

TEST_F(ResumeTest, keeps_what_the_report_has_and_grades_the_rest) {
  EXPECT_EQ(grade({"--lab", "1"}).code, 0);
  const json graded_first = report();
  const json first = graded_first.at("labs").at(0);
  expect_says(grade({"--resume"}), 0, "1 of 2 labs are kept from report.json");
  const json graded = report();
  EXPECT_EQ(graded.at("labs").at(0), first);  // durations and all: it did not run again
  EXPECT_EQ(graded.at("score"), 10);
  EXPECT_EQ(graded.at("complete"), true);
  expect_says(grade({"--resume"}), 0, "2 of 2 labs are kept");
}

TEST_F(ResumeTest, grades_anew_what_has_changed) {
  EXPECT_EQ(grade().code, 0);
  replace(mine_ / "01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(grade({"--resume"}), 0, "0 of 2 labs are kept");  // lab 2 includes lab 1's file
  EXPECT_LT(report().at("score"), 10);
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade({"--resume"}), 0, "1 of 2 labs are kept");
  expect_says(grade({"--resume", "--seed", "7"}), 0, "0 of 2 labs are kept");
}

TEST_F(ResumeTest, grades_everything_without_a_report_and_refuses_what_is_none) {
  expect_says(grade({"--resume"}), 0, "0 of 2 labs are kept");
  for (const char* text : {"", "{", "[]", "{\"schema\": \"mergelab.report/1\"}", "\x7f\x45LF"}) {
    write(folder_ / "report.json", text);
    expect_says(grade({"--resume"}), 2, "leave out --resume");
    EXPECT_EQ(read(folder_ / "report.json"), text);
  }
}

}  // namespace
}  // namespace mergelab
