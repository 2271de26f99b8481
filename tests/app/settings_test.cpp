// An instructor's settings, from the command line to the report.
#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class SettingsTest : public CommandTest {
 protected:
  void set(const std::string& fields) const {
    write(course_ / "labs/settings.json",
          R"({"schema": "mergelab.settings/1", "name": "Test", )" + fields + "}");
  }
  /// Lab 1 of the tiny course's solutions, with lines behind its includes.
  void submit(const std::string& lines) const {
    write(folder_ / "mine/01_merge/merge.cuh", "#pragma once\n#include <mergelab/lab.cuh>\n" + lines + "\n" +
                                                   read(course_ / "solutions/01_merge/merge.cuh"));
  }
  [[nodiscard]] json grade(Words more, const std::string& says = "") const {
    Words words{"grade", "mine", "--lab", "1"};
    words.insert(words.end(), more.begin(), more.end());
    expect_says(tiny(std::move(words)), 0, says);
    return report().at("labs").at(0);
  }
};
using SettingsTestSlow = SettingsTest;

TEST_F(SettingsTestSlow, change_points_and_are_named_in_the_report) {
  submit("");
  json lab = grade({});
  EXPECT_EQ(lab.at("max_score"), 4);
  EXPECT_TRUE(report().at("settings").is_null());
  set(R"("labs": {"01_merge": {"points": 10}})");
  lab = grade("--resume", "0 of 1 labs are kept");
  EXPECT_EQ(lab.at("score"), 10);
  EXPECT_EQ(lab.at("items").at(0).at("max_score"), 5);
  const json settings = report().at("settings");
  EXPECT_EQ(settings.at("name"), "Test");
  (void)grade("--resume", "1 of 1 labs are kept");
  set(R"("labs": {"01_merge": {"points": 10.0}})");
  (void)grade("--resume", "0 of 1 labs are kept");
  EXPECT_NE(report().at("settings").at("fingerprint"), settings.at("fingerprint"));
}

TEST_F(SettingsTestSlow, take_points_from_late_work_once) {
  set(R"("zone": "America/New_York", "deadline": "2026-10-31T23:59", "late": {"percent_per_day": 25})");
  submit("");
  EXPECT_EQ(grade({}, "note: no deadline was applied").at("score"), 4);
  EXPECT_EQ(grade("--submitted 2026-10-31T23:59").at("deductions"), json::array());
  json lab = grade("--submitted 2026-11-01T23:59",
                   "lost 1 point (25%): 1 day late: it was due 2026-10-31 23:59 -04:00");
  EXPECT_EQ(lab.at("score"), 3);
  EXPECT_EQ(report().at("score"), 3);
  EXPECT_EQ(lab.at("items").at(0).at("score"), 2) << "items keep their points";
  EXPECT_EQ(report().at("settings").at("submitted"), "2026-11-01 23:59 -05:00");
  EXPECT_EQ(grade("--resume --submitted 2026-11-01T23:59", "1 of 1 labs are kept").at("score"), 3);
  EXPECT_EQ(grade("--resume --submitted 2026-11-02T00:00-05:00", "0 of 1 labs are kept").at("score"), 2);
  write(folder_ / "metadata.json", R"({"id": 1, "created_at": "2026-11-02T05:00:00.25Z"})");
  EXPECT_EQ(grade("--submitted metadata.json").at("score"), 2);
}

TEST_F(SettingsTestSlow, take_points_by_the_second_and_anew_with_each_time) {
  set(R"("zone": "America/New_York", "deadline": "2026-10-02T20:00", "late": {"percent_per_day": 25})");
  submit("");
  const auto score = [&](const std::string& time, bool resumed) {
    Words words{"--submitted", time};
    if (resumed) words.emplace_back("--resume");
    return grade(words).at("score");
  };
  EXPECT_EQ(score("2026-10-02T20:00:30", false), 3);
  EXPECT_EQ(report().at("labs").at(0).at("deductions").at(0).at("message"),
            "1 day late: it was due 2026-10-02 20:00:00 -04:00, submitted 2026-10-02 20:00:30 -04:00");
  EXPECT_EQ(score("2026-10-02T20:00:00", true), 4);
  EXPECT_EQ(report().at("settings").at("submitted"), "2026-10-02 20:00 -04:00");
  EXPECT_EQ(score("2026-10-04T10:00", true), 2);
  EXPECT_EQ(score("2026-10-03T10:00", true), 3);
  EXPECT_EQ(grade("--resume").at("score"), 4);
}

TEST_F(SettingsTest, refuse_a_time_of_submission_that_is_none) {
  submit("");
  set(R"("deadline": "2026-10-31T23:59Z")");
  const auto refused = [&](const std::string& word, const std::string& message) {
    expect_says(tiny({"grade", "mine", "--submitted", word}), 2, message);
    EXPECT_FALSE(fs::exists(folder_ / "report.json")) << word;
  };
  refused("yesterday", "error: --submitted: \"yesterday\" is not a time\n  expected one such as");
  refused("2026-10-31T23:59", "has no time zone\n  append its offset");
  write(folder_ / "metadata.json", "{}");
  refused("metadata.json",
          "metadata.json has no time of submission\n  expected a JSON object with \"created_at\"");
}

TEST_F(SettingsTestSlow, count_only_the_labs_that_they_grade) {
  submit_solutions();
  set(R"("labs": {"02_launch": {"graded": false}})");
  expect_says(tiny("grade mine"), 0, "4 / 4");
  EXPECT_EQ(report().at("max_score"), 4);
  EXPECT_EQ(report().at("complete"), true);
  expect_says(tiny("grade mine --lab 2"), 2, "02_launch is not graded in this course");
  expect_says(tiny("run 2 --dir mine"), 0, "6 / 6");
}

TEST_F(SettingsTestSlow, make_a_name_cost_points_or_the_lab) {
  set(R"("forbidden": [{"name": "std::min", "percent": 25, "why": "write it"}, {"name": "goto"}])");
  submit("// goto std::min\n#include <algorithm>\ninline const char* text = \"goto\";");
  EXPECT_EQ(grade({}).at("score"), 4) << "comments and literals are not code";
  submit("#include <algorithm>\ninline int least(int a, int b) { return std::min(a, b); }");
  json lab = grade({}, "lost 1 point (25%): merge.cuh:4: 'std::min' is not allowed in this course: write it");
  EXPECT_EQ(lab.at("status"), "passed");
  EXPECT_EQ(lab.at("score"), 3);
  submit("#define JUMP goto\ninline void f() { JUMP end; end:; }");
  lab = grade({});
  EXPECT_EQ(lab.at("status"), "forbidden");
  EXPECT_EQ(lab.at("score"), 0);
  EXPECT_TRUE(contains(lab.dump(), "'goto' is not allowed in this course"));
}

TEST_F(SettingsTestSlow, charge_a_name_in_the_lab_whose_file_has_it) {
  submit_solutions();
  submit("inline int least(int a, int b) { return std::min(a, b); }\n");
  replace(folder_ / "mine/01_merge/merge.cuh", "inline int least", "#include <algorithm>\ninline int least");
  set(R"("forbidden": [{"name": "std::min", "percent": 50}])");
  expect_says(tiny("grade mine"), 0, "8 / 10");
  EXPECT_EQ(report().at("labs").at(0).at("score"), 2);
  EXPECT_EQ(report().at("labs").at(1).at("score"), 6) << "not a second time where it is included";
  set(R"("labs": {"02_launch": {"forbidden": [{"name": "std::min", "percent": 50}]}})");
  expect_says(tiny("grade mine"), 0, "7 / 10");
  EXPECT_EQ(report().at("labs").at(1).at("score"), 3) << "no file to hide it in";
}

TEST_F(SettingsTestSlow, never_charge_a_student_for_the_references_code) {
  submit_solutions();
  write(folder_ / "mine/01_merge/merge.cuh",
        read(course_ / "labs/01_merge/merge.cuh"));  // so it is carried forward
  set(R"("forbidden": [{"name": "from_a", "percent": 50}])");
  expect_says(tiny("grade mine --lab 2"), 0, "graded with the reference for 01_merge");
  const json lab = report().at("labs").at(0);
  EXPECT_EQ(lab.at("score"), 6) << lab.dump(1);
  EXPECT_EQ(lab.at("deductions"), json::array());
}

TEST_F(SettingsTestSlow, switch_carrying_forward_off) {
  submit_solutions();
  write(folder_ / "mine/01_merge/merge.cuh", read(course_ / "labs/01_merge/merge.cuh"));
  set(R"("carry_forward": false)");
  expect_says(tiny("grade mine --lab 2"), 0, "");
  EXPECT_EQ(report().at("labs").at(0).at("score"), 0);
  EXPECT_EQ(report().at("labs").at(0).at("carried_forward"), json::array());
  fs::remove(folder_ / "mine/01_merge/merge.cuh");
  expect_says(tiny("grade mine --lab 2"), 0, "0 / 6");
  EXPECT_EQ(report().at("labs").at(0).at("message"),
            "merge.cuh, which launch.cuh builds on, is not in the submission");
}

TEST_F(SettingsTestSlow, hide_families_with_their_secret_until_details_show) {
  submit("");
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0; if (m != 0) { C[0] = B[0]; return; }");
  const auto details = [&](const std::string& when) {
    set(R"("hidden": {"families": ["plain"], "secret_env": "SECRET", "details": ")" + when + "\"}");
  };
  const auto graded = [&](const std::string& secret) {
    const Ran ran =
        mergelab({"grade", "mine", "--lab", "1", "--course", course_.string()}, {{"SECRET", secret}});
    EXPECT_EQ(ran.code, 0) << ran.text;
    return report().at("labs").at(0).at("items").at(0);
  };
  details("2099-01-01T00:00Z");
  json item = graded("correct horse");
  EXPECT_EQ(report().at("secret"), true);
  EXPECT_EQ(item.at("message"), "a hidden case: wrong answer");
  EXPECT_EQ(item.at("hidden_tests"), 2);
  details("2020-01-01T00:00Z");
  item = graded("correct horse");
  EXPECT_NE(item.at("message"), "a hidden case: wrong answer");
  EXPECT_NE(item.at("message"), graded("battery staple").at("message")) << "the secret is still in the seed";
  EXPECT_EQ(item.at("hidden_tests"), 0);
  fs::remove(folder_ / "report.json");
  expect_says(tiny("grade mine"), 2, "the variable SECRET is not set\n");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
  expect_says(tiny("run 1 --dir mine"), 0, "plain");
}

TEST_F(SettingsTest, choose_the_backend_where_no_word_does) {
  submit("");
  set(R"("backend": "gpu")");
  expect_says(tiny("grade mine"), 2, "backend 'gpu' is not available");
  EXPECT_EQ(grade("--backend cpu").at("score"), 4);
}

TEST_F(SettingsTest, are_shown_beside_the_course_by_check_course) {
  expect_says(tiny("check-course"), 0, "no settings: the unchanged course\n");
  EXPECT_FALSE(contains(tiny("check-course").text, '*'));
  set(R"("zone": "America/New_York", "deadline": "2020-10-02T23:59", "labs": {"01_merge": {"points": 8}},
         "forbidden": [{"name": "from_a"}])");
  const Ran ran = tiny("check-course");
  expect_says(
      ran, 0, "\n* 01_merge     8 (4)\n", "\n*   plain      4 (2)\n", "\n    edges      2\n",
      "\n2 of 2 labs are graded, 14 points in all\n",
      "warning: 01_merge was due 2020-10-02 23:59 -04:00, which is in the past: is the date correct?\n",
      "warning: 01_merge forbids from_a, which its reference solution uses\n");
  expect_says(tiny("check-course --strict"), 1, "is in the past");
  write(folder_ / "other.json", R"({"schema": "mergelab.settings/1", "labs": {"01_mrge": {}}})");
  expect_says(tiny("check-course --settings other.json"), 2,
              "error: other.json:1: /labs/01_mrge: unknown lab \"01_mrge\"\n  did you mean \"01_merge\"?");
  expect_says(tiny("check-course --settings none.json"), 2, "none.json");
  set(R"("hidden": {"secret_file": "secret"})");
  expect_says(tiny("check-course"), 2, "names it as \"secret_file\"");
  write(course_ / "labs/secret", "correct horse\n");
  expect_says(tiny("check-course"), 0, "hidden cases have a secret");
}

TEST_F(SettingsTestSlow, are_calibrated_by_the_reference_solutions_or_left_alone) {
  const std::string before = R"({"schema": "mergelab.settings/1", "name": "Kept",
    "labs": {"01_sequential_merge": {"points": 20}}})";
  write(folder_ / "mine.json", before);
  const Ran ran = mergelab("calibrate --lab 1 --runs 2 --backend cpu --out mine.json");
  EXPECT_TRUE(contains(ran.text, "run 2 of 2"));
  if (ran.code == 0) {
    const json settings = json::parse(read(folder_ / "mine.json"));
    EXPECT_EQ(settings.at("name"), "Kept");
    EXPECT_EQ(settings.at("labs").at("01_sequential_merge").at("points"), 20);
    EXPECT_GE(settings.at("labs").at("01_sequential_merge").at("items").at("time").at("max_ratio"), 4);
    expect_says(mergelab("check-course --settings mine.json"), 0, "01_sequential_merge  20 (10)");
  } else {  // a machine that does something else, too
    expect_says(ran, 3, "so nothing was written\n");
    EXPECT_EQ(read(folder_ / "mine.json"), before);
  }
}

TEST_F(SettingsTest, are_not_calibrated_by_what_can_not_be_measured) {
  expect_says(tiny("calibrate"), 2, "none of the items of these labs is timed on this backend");
  expect_says(tiny("calibrate --runs 1"), 2, "--runs: at least 2 runs are needed");
  write(folder_ / "wrong.json", R"({"schema": "mergelab.settings/1", "nmae": "x"})");
  expect_says(tiny("calibrate --out wrong.json"), 2, "unknown key \"nmae\"");
  fs::remove_all(course_ / "solutions");
  expect_says(tiny("calibrate --out new.json"), 2, "this is a hand-out");
  EXPECT_FALSE(fs::exists(folder_ / "new.json"));
}

}  // namespace
}  // namespace mergelab
