// A student's view of one lab.
#include "command.hpp"

namespace mergelab {
namespace {

class RunTest : public CommandTest {};

TEST_F(RunTest, a_skeleton_names_its_todo) {
  expect_says(tiny({"run", "1", "--dir", (course_ / "labs").string()}), 0, "TODO 1 in merge.cuh is not done");
}

TEST_F(RunTest, a_failure_shows_place_hint_and_how_to_run_it_again) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;");
  const Ran ran = tiny({"run", "1", "--dir", "mine", "--order", "reverse", "--seed", "7"});
  expect_says(ran, 0, "C[0] expected");
  expect_says(ran, 0, "it was never written");
  expect_says(ran, 0, "Look at empty arrays.");
  expect_says(ran, 0,
              "again: ./lab run --dir mine --course '" + course_.string() +
                  "' --seed 7 --order reverse 1 --case edges/b_empty\n");
  expect_says(ran, 0, "01_merge: running 5 tests");
}

TEST_F(RunTest, one_case_alone_can_be_run) {
  const Ran ran = tiny({"run", "1", "--dir", "solutions", "--case", "edges/b_empty", "--json", "one.json"});
  EXPECT_EQ(ran.code, 0) << ran.text;
  ASSERT_EQ(report("one.json").at("labs").at(0).at("items").size(), 1U);
  EXPECT_EQ(report("one.json").at("labs").at(0).at("items").at(0).at("tests").size(), 1U);
}

TEST_F(RunTest, a_missing_file_names_the_skeleton) {
  fs::create_directories(folder_ / "empty");
  expect_says(tiny({"run", "1", "--dir", "empty"}), 2, "labs/01_merge/merge.cuh");
}

}  // namespace
}  // namespace mergelab
