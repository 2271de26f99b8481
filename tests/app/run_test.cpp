// A student's view of one lab.
#include "base/regex.hpp"
#include "command.hpp"
#include "finding/explanation.hpp"

namespace mergelab {
namespace {

class RunTest : public CommandTest {};

using RunTestSlow = RunTest;

TEST_F(RunTest, a_skeleton_names_its_todo) {
  expect_says(tiny({"run", "1", "--dir", (course_ / "labs").string()}), 0, todo_text(1, "merge.cuh"));
}

TEST_F(RunTestSlow, a_failure_shows_place_hint_and_how_to_run_it_again) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("run 1 --dir mine --order reverse --seed 7"), 0, "C[0] ", say(Sentence::never_written),
              "Look at empty arrays.",
              "again: ./lab run --dir mine --course '" + course_.string() +
                  "' --seed 7 --order reverse 1 --case edges/b_empty\n",
              "01_merge: running 5 tests");
}

TEST_F(RunTestSlow, names_the_first_test_that_fails_before_the_result) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;");
  const std::string first = "running 5 tests\n  x edges/b_empty: C[0] ";
  EXPECT_TRUE(contains(tiny("run 1 --dir mine").text, first));
  EXPECT_FALSE(contains(tiny("run 1 --dir mine --quiet").text, "  x edges/b_empty: C[0]"));
  fs::copy_file(course_ / "solutions/01_merge/merge.cuh", folder_ / "mine/01_merge/merge.cuh",
                fs::copy_options::overwrite_existing);
  EXPECT_FALSE(contains(tiny("run 1 --dir mine").text, "  x "));
}

TEST_F(RunTestSlow, without_a_lab_takes_the_one_that_is_next) {
  submit_solutions();
  expect_says(tiny("run --dir mine"), 0, "01_merge   4 / 4");
  expect_says(tiny("run --dir mine --case plain"), 0, "02_launch   4 / 4");
  expect_says(tiny("run all --dir mine"), 2,
              "run takes one lab\n  `./lab grade --course '" + course_.string() + "' mine` grades all");
}

TEST_F(RunTestSlow, an_earlier_labs_todo_is_told_with_what_to_do) {
  submit_solutions();
  fs::copy_file(course_ / "labs/01_merge/merge.cuh", folder_ / "mine/01_merge/merge.cuh",
                fs::copy_options::overwrite_existing);
  expect_says(tiny("run 2 --dir mine"), 0, todo_text(1, "merge.cuh"),
              "merge.cuh is of lab 1, which lab 2 builds on: finish it first, then `./lab run --dir mine",
              " 2 --with-reference`\n");
  expect_says(tiny("run 2 --dir mine --with-reference"), 0, "graded with the reference for 01_merge");
  expect_says(tiny("list --dir mine"), 0, "> 1  Merge                      - /   4");
  fs::remove_all(course_ / "solutions");
  expect_says(tiny("run 2 --dir mine --with-reference"), 2,
              "the reference, which --with-reference takes, is not in it");
}

TEST_F(RunTestSlow, begins_with_an_earlier_lab_whose_file_is_missing) {
  submit_solutions();
  fs::remove(folder_ / "mine/01_merge/merge.cuh");
  EXPECT_FALSE(contains(tiny("run 2 --dir mine").text, "first:"));
  fs::copy_file(course_ / "labs/02_launch/launch.cuh", folder_ / "mine/02_launch/launch.cuh",
                fs::copy_options::overwrite_existing);
  expect_says(tiny("run 2 --dir mine"), 0,
              "first: do lab 1, whose merge.cuh is missing: `./lab reset --dir mine --course ");
  expect_says(tiny("run 2 --dir mine --with-reference"), 0, "first: do the first TODO that is open\n");
}

TEST_F(RunTestSlow, points_to_an_earlier_labs_file_if_the_reference_mends_what_fails_again_without_it) {
  submit_solutions();
  const std::string pointed = "is right with the reference in place of your merge.cuh: look there first";
  replace(folder_ / "mine/02_launch/launch.cuh", "  merge_launch_kernel<<<",
          "  static int calls = 0;\n  if (++calls > 1) return;\n  merge_launch_kernel<<<");
  const Ran own = tiny("run 2 --dir mine");
  expect_says(own, 0, "x plain/larger: no kernel was launched");
  EXPECT_FALSE(contains(own.text, pointed));
  fs::copy_file(course_ / "solutions/02_launch/launch.cuh", folder_ / "mine/02_launch/launch.cuh",
                fs::copy_options::overwrite_existing);
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("run 2 --dir mine"), 0, pointed);
}

TEST_F(RunTestSlow, with_the_reference_keeps_the_score_where_the_course_carries_forward) {
  submit_solutions();
  fs::copy_file(course_ / "labs/01_merge/merge.cuh", folder_ / "mine/01_merge/merge.cuh",
                fs::copy_options::overwrite_existing);
  write(course_ / "labs/settings.json",
        R"({"schema": "mergelab.settings/1", "name": "alone", "carry_forward": false})");
  expect_says(
      tiny("run 2 --dir mine --with-reference"), 0,
      "This score of lab 2 is not saved: this course grades only with your own files of earlier labs.");
  expect_says(tiny("list --dir mine"), 0, "    2  Launch                     0 /   6");
  fs::remove(course_ / "labs/settings.json");
  const Ran kept = tiny("run 2 --dir mine --with-reference");
  EXPECT_FALSE(contains(kept.text, "is not kept"));
  expect_says(tiny("list --dir mine"), 0, "  ✓ 2  Launch                     6 /   6");
}

TEST_F(RunTestSlow, what_shows_how_files_run_takes_one_s_own_only) {
  submit_solutions();
  fs::copy_file(course_ / "labs/01_merge/merge.cuh", folder_ / "mine/01_merge/merge.cuh",
                fs::copy_options::overwrite_existing);
  expect_says(tiny("hint 2 --dir mine"), 0, todo_text(1, "merge.cuh"));
  expect_says(tiny("hint 2 --dir mine --with-reference"), 0, "lab 2 has full marks");
  expect_says(tiny("trace 2 --dir mine"), 0, todo_text(1, "merge.cuh"));
  expect_says(tiny("run 2 --dir mine --html --with-reference"), 2, "leave out --with-reference");
  expect_says(tiny("run 2 --dir mine --arg A=1 --arg B=2 --with-reference"), 0,
              "your own A of 1 and B of 1 elements: right");
  fs::remove(folder_ / "mine/01_merge/merge.cuh");
  for (const char* verb : {"trace", "standalone"})
    expect_says(tiny({verb, "2", "--dir", "mine"}), 2,
                "only your own files are used here\n  `./lab reset --course '" + course_.string() + "' 1`");
}

TEST_F(RunTestSlow, code_beside_a_forgotten_todo_is_seen) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;", "LAB_TODO(1);\n  int i = 0, j = 0;");
  Finding beside(finding::Message::todo_beside_code);
  beside.word = "merge.cuh";
  beside.numbers[0] = 1;
  expect_says(tiny("run 1 --dir mine"), 0, finding::text_of(beside, {}));
}

TEST_F(RunTestSlow, a_refused_launch_fails_no_other_case) {
  submit_solutions();
  replace(folder_ / "mine/02_launch/launch.cuh", "<<<1, 1>>>", "<<<m + n > 0, 1>>>");
  EXPECT_EQ(tiny("run 2 --dir mine --case edges --json refused.json").code, 0);
  const nlohmann::json tests = report("refused.json").at("labs").at(0).at("items").at(0).at("tests");
  EXPECT_EQ(tests.at(0).at("status"), "crashed");
  EXPECT_EQ(tests.at(1).at("status"), "passed") << tests;
}

TEST_F(RunTestSlow, what_is_printed_is_shown_to_the_student_alone) {
  submit_solutions();
  const fs::path file = folder_ / "mine/01_merge/merge.cuh";
  replace(file, "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  for (int x = 0; x < 40; ++x) printf(\"x \\033[31m%d\\n\", x);");
  replace(file, "#pragma once", "#pragma once\n#include <cassert>\n#include <cstdio>");
  expect_says(tiny("run 1 --dir mine --json run.json"), 0, "prints:\n    x 0\n    x 1\n",
              "    x 29\n    ... and 10 more lines\n", "4 / 4   passed");
  EXPECT_FALSE(contains(read(folder_ / "run.json"), "x 1"));
  EXPECT_FALSE(contains(tiny("grade mine --lab 1 --verbose").text, "prints:"));

  replace(file, "int i = 0, j = 0;", "int i = 0, j = 0;\n  assert(m + n < 4);");
  const Ran failed = tiny("run 1 --dir mine");
  Finding assertion(finding::Message::host_assertion);
  assertion.word = "m + n < 4";
  assertion.access.at = {"merge.cuh", 11};
  expect_says(failed, 0, finding::text_of(assertion, [](const auto&) { return "assert(m + n < 4);"; }),
              "prints:\n    x 0\n    x 1\n    x 2\n    x 3\n    … 27 more lines\n");
}

TEST_F(RunTestSlow, a_fault_in_an_earlier_labs_function_names_the_line_that_called_it) {
  submit_solutions();
  replace(folder_ / "mine/02_launch/launch.cuh", "  merge(A, m, B, n, C);", "  merge(A, m + 1, B, n, C);");
  expect_says(tiny("run 2 --dir mine --case plain/small"), 0,
              "called at launch.cuh:9\n        merge(A, m + 1, B, n, C);\n",
              "first: find out why the access in the call at launch.cuh:9 is out of bounds\n");
}

TEST_F(RunTest, one_case_alone_can_be_run) {
  const Ran ran = tiny("run 1 --dir solutions --case edges/b_empty --json one.json");
  EXPECT_EQ(ran.code, 0) << ran.text;
  ASSERT_EQ(report("one.json").at("labs").at(0).at("items").size(), 1U);
  EXPECT_EQ(report("one.json").at("labs").at(0).at("items").at(0).at("tests").size(), 1U);
}

TEST_F(RunTest, a_missing_file_names_the_skeleton) {
  fs::create_directories(folder_ / "empty");
  expect_says(tiny("run 1 --dir empty"), 2, "labs/01_merge/merge.cuh");
}

TEST_F(RunTestSlow, own_arrays_are_merged_under_the_checks) {
  submit_solutions();
  const std::vector<std::string> by_hand{"run", "2", "--dir", "mine", "--arg", "A=1,4,6", "--arg", "B=2,3"};
  expect_says(tiny(by_hand), 0, "your own A of 3 and B of 2 elements: right\n");
  replace(
      folder_ / "mine/02_launch/launch.cuh", "  merge(A, m, B, n, C);",
      "  merge(A, m, B, n, C);\n  __shared__ int seen[8];\n  seen[n] = 1;\n  if (seen[m] == 1) C[0] = C[1];");
  const Ran ran = tiny(by_hand);
  expect_says(ran, 0, "your own A of 3 and B of 2 elements: right, but a CUDA rule is broken\n");
  Finding unwritten(finding::Message::uninitialised_read);
  unwritten.access = {
      .by = {finding::Agent::Kind::thread, finding::Agent::In::block},
      .memory = {.form = finding::Memory::Form::element, .is_shared = 1, .name = "seen", .index = 3},
      .at = {"launch.cuh", 12}};
  const std::string text =
      finding::text_of(unwritten, [](const auto&) { return "if (seen[m] == 1) C[0] = C[1];"; });
  expect_says({ran.code, base::regex_replace(ran.text, base::Regex("\n +"), " ")}, 0, text);

  std::string keys = "1";
  for (int key = 2; key <= 200; ++key) keys += "," + std::to_string(key);
  expect_says(tiny({"run", "2", "--dir", "mine", "--arg", "A=" + keys, "--arg", "B=2,3"}), 0,
              " --arg ... --arg B=2,3 2\n");
}

}  // namespace
}  // namespace mergelab
