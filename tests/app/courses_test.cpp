// The advanced labs, which are part of no total, and the second course.
#include "command.hpp"

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
  expect_says(tiny("grade mine"), 0, "4 / 4");
  EXPECT_EQ(report().at("labs").size(), 1U);
  EXPECT_EQ(report().at("max_score"), 4);
  EXPECT_EQ(report().at("complete"), true);
  expect_says(tiny("grade mine --lab 2"), 0, "6 / 6");
  EXPECT_EQ(report().at("max_score"), 6);
}

TEST_F(AdvancedTestSlow, count_where_the_settings_say_so) {
  write(course_ / "labs/settings.json",
        R"({"schema": "mergelab.settings/1", "points": 10, "labs": {"02_launch": {"graded": true}}})");
  expect_says(tiny("grade mine"), 0, "10 / 10");
  expect_says(tiny("check-course"), 0, "2 of 2 labs are graded, 10 points in all");
}

TEST_F(AdvancedTest, are_listed_below_the_total_and_come_when_all_others_have_full_marks) {
  const Ran before = tiny("list --dir mine --plain");
  expect_says(before, 0, "next: lab 1");
  const std::size_t total = before.text.find("total"),
                    advanced = before.text.find("advanced, with separate points");
  ASSERT_NE(total, std::string::npos);
  ASSERT_NE(advanced, std::string::npos) << before.text;
  EXPECT_LT(total, advanced);
  EXPECT_LT(advanced, before.text.find("Launch", advanced));
  EXPECT_TRUE(contains(before.text, "/   4"));
  static_cast<void>(tiny("run 1 --dir mine"));
  const Ran after = tiny("list --dir mine --plain");
  expect_says(after, 0, "The course's labs have full marks.\nThe advanced labs have more: lab 2, Launch");
  EXPECT_FALSE(contains(after.text, "All labs"));
  expect_says(tiny("run --dir mine"), 0, "02_launch");
  expect_says(tiny("list --dir mine --plain"), 0, "All labs have full marks.");
  expect_says(tiny("check-course"), 0, "1 of 2 labs are graded, 4 points in all");
}

// The second course, courses/fundamentals: graded whole, handed out, and its first steps.

class FundamentalsTest : public CommandTest {
 protected:
  const std::string course_folder_ = (source() / "courses/fundamentals").string();
};
using FundamentalsTestSlow = FundamentalsTest;

TEST_F(FundamentalsTestSlow, reference_solutions_have_full_marks) {
  const Ran ran = mergelab({"grade", course_folder_ + "/solutions", "--course", course_folder_, "--backend",
                            "cpu", "--strict", "--json", "report.json"});
  EXPECT_EQ(ran.code, 0) << ran.text;
  const nlohmann::json labs = report("report.json").at("labs");
  EXPECT_EQ(labs.size(), 7U);
  for (const nlohmann::json& lab : labs) EXPECT_EQ(lab.at("score"), lab.at("max_score")) << lab.at("name");
}

TEST_F(FundamentalsTestSlow, skeletons_name_their_first_todo) {
  fs::copy(source() / "courses/fundamentals/labs", folder_ / "mine", fs::copy_options::recursive);
  for (const char* lab : {"1", "3", "7"}) {
    expect_says(mergelab({"run", lab, "--course", course_folder_, "--dir", "mine", "--backend", "cpu"}), 0,
                "TODO 1 in ");
  }
}

TEST_F(FundamentalsTest, is_handed_out_without_its_solutions) {
  expect_says(mergelab({"release", (folder_ / "out").string(), "--course", course_folder_}), 0,
              "it contains no part of a solution");
  EXPECT_TRUE(fs::exists(folder_ / "out/labs/07_convolution/README.md"));
  EXPECT_FALSE(fs::exists(folder_ / "out/solutions"));
}

}  // namespace

}  // namespace mergelab
