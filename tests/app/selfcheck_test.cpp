// selfcheck passes the tiny course and fails, naming what is wrong, when the course is broken.
#include "app/skeleton.hpp"
#include "command.hpp"

namespace mergelab {
namespace {

class SelfcheckTest : public CommandTest {};

TEST_F(SelfcheckTest, passes_the_tiny_course) {
  expect_says(tiny({"selfcheck"}), 0, "6 files graded as they must");
}

TEST_F(SelfcheckTest, names_a_solution_that_lost_an_item) {
  fs::remove_all(course_ / "solutions/01_merge/wrong");
  replace(course_ / "solutions/01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(tiny({"selfcheck"}), 1, "solutions/01_merge/merge.cuh: item stability is wrong_answer");
}

TEST_F(SelfcheckTest, names_a_skeleton_that_differs_outside_its_regions) {
  replace(course_ / "labs/01_merge/merge.cuh", "int m,", "int  m,");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 1, "labs/01_merge/merge.cuh: differs from its solution");
}

TEST_F(SelfcheckTest, names_a_skeleton_that_does_not_reach_its_todo) {
  replace(course_ / "labs/01_merge/merge.cuh", "  LAB_TODO(1);\n", "");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 1,
              "labs/01_merge/merge.cuh: item plain is wrong_answer, expected todo");
}

TEST_F(SelfcheckTest, names_a_wrong_solution_that_loses_something_else) {
  replace(course_ / "solutions/01_merge/wrong/ties_from_b.patch", "Loses: stability.", "Loses: plain.");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 1,
              "wrong/ties_from_b.patch: loses [stability], its first line says [plain]");
}

TEST_F(SelfcheckTest, names_a_wrong_solution_whose_author_is_not_told_the_cause) {
  const fs::path file = course_ / "solutions/01_merge/wrong/ties_from_b.patch";
  replace(file, "Loses: stability.", "Loses: stability. Told: \"the right words\".");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 1, "its author is not told \"the right words\", but:");
}

TEST_F(SelfcheckTest, names_an_item_that_a_wrong_solution_can_not_lose) {
  replace(course_ / "solutions/01_merge/wrong/ties_from_b.patch", "Loses: stability.", "Loses: stabilty.");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 2, "did you mean 'stability'?");
}

TEST_F(SelfcheckTest, names_the_tests_of_a_case_that_disappeared) {
  replace(course_ / "datasets/catalog.json", ", {\"name\": \"b_empty\", \"m\": 3, \"n\": 0}", "");
  expect_says(tiny({"selfcheck"}), 1, "the committed test '01_merge edges/b_empty' did not run");
}

TEST_F(SelfcheckTest, names_a_family_that_was_emptied) {
  replace(course_ / "datasets/catalog.json", "{\"name\": \"all_equal\", \"m\": \"tile\", \"n\": \"tile\"}",
          "");
  const Ran ran = tiny({"selfcheck"});
  EXPECT_NE(ran.code, 0);
  EXPECT_NE(ran.text.find("stability"), std::string::npos) << ran.text;
}

TEST_F(SelfcheckTest, names_a_test_that_is_not_committed_and_renews_the_list) {
  replace(course_ / "datasets/tests.txt", "01_merge plain/larger\n", "");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 1, "--write-tests");
  expect_says(tiny({"selfcheck", "--write-tests"}), 0, "tests.txt");
  EXPECT_EQ(read(course_ / "datasets/tests.txt"), read(source() / "tests/fake_course/datasets/tests.txt"));
}

TEST(Regions, are_left_out_with_their_content) {
  EXPECT_EQ(app::without_regions("a\n// TODO 1 begin: x\nb\n// TODO 1 end\nc\n"),
            "a\n// TODO 1 begin: x\n// TODO 1 end\nc\n");
}

TEST(Regions, a_difference_outside_is_the_first_line_that_differs) {
  EXPECT_EQ(app::skeleton_difference("a\n// TODO 1 begin\nx\n// TODO 1 end\n",
                                     "a\n// TODO 1 begin\ny\nz\n// TODO 1 end\n"),
            "");
  EXPECT_EQ(app::skeleton_difference("a\nb\n", "a\nc\n"), "b");
  EXPECT_EQ(app::skeleton_difference("a\n", "a\nc\n"), "c");
}

}  // namespace
}  // namespace mergelab
