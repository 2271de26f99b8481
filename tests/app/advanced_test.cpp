// Advanced labs: not part of any total, graded when named, and listed below the course's own.
#include <gtest/gtest.h>

#include <string>

#include "app/command.hpp"

namespace mergelab {
namespace {

class AdvancedTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    replace(course_ / "labs/course.json", R"(["01_merge", "02_launch"])",
            R"(["01_merge"], "advanced": ["02_launch"])");
    submit_solutions();
  }
};
using AdvancedTestSlow = AdvancedTest;

TEST_F(AdvancedTestSlow, count_in_no_total_and_are_graded_where_they_are_named) {
  expect_says(tiny({"grade", "mine"}), 0, "4 / 4");
  EXPECT_EQ(report().at("labs").size(), 1U);
  EXPECT_EQ(report().at("max_score"), 4);
  EXPECT_EQ(report().at("complete"), true);
  expect_says(tiny({"grade", "mine", "--lab", "2"}), 0, "6 / 6");
  EXPECT_EQ(report().at("max_score"), 6);
}

TEST_F(AdvancedTestSlow, count_where_the_settings_say_so) {
  write(course_ / "labs/settings.json",
        R"({"schema": "mergelab.settings/1", "points": 10, "labs": {"02_launch": {"graded": true}}})");
  expect_says(tiny({"grade", "mine"}), 0, "10 / 10");
  expect_says(tiny({"check-course"}), 0, "2 of 2 labs are graded, 10 points in all");
}

TEST_F(AdvancedTest, are_listed_below_the_total_and_come_when_all_others_have_full_marks) {
  const Ran before = tiny({"list", "--dir", "mine", "--plain"});
  expect_says(before, 0, "next: lab 1");
  const std::size_t total = before.text.find("total"),
                    advanced = before.text.find("advanced, with separate points");
  ASSERT_NE(total, std::string::npos);
  ASSERT_NE(advanced, std::string::npos) << before.text;
  EXPECT_LT(total, advanced);
  EXPECT_LT(advanced, before.text.find("Launch", advanced));
  EXPECT_NE(before.text.find("/   4"), std::string::npos) << before.text;
  static_cast<void>(tiny({"run", "1", "--dir", "mine"}));
  const Ran after = tiny({"list", "--dir", "mine", "--plain"});
  expect_says(after, 0, "The course's labs have full marks.\nThe advanced labs have more: lab 2, Launch");
  EXPECT_EQ(after.text.find("All labs"), std::string::npos) << after.text;
  expect_says(tiny({"run", "--dir", "mine"}), 0, "02_launch");
  expect_says(tiny({"list", "--dir", "mine", "--plain"}), 0, "All labs have full marks.");
  expect_says(tiny({"check-course"}), 0, "1 of 2 labs are graded, 4 points in all");
}

}  // namespace
}  // namespace mergelab
