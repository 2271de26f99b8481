// selfcheck passes the tiny course and fails, naming what is wrong, when the course is broken.
#include "app/course_files/hand_out.hpp"
#include "app/course_files/selfcheck_files.hpp"
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class SelfcheckTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::remove_all(course_ / "labs/99_unlisted");
  }
};
using SelfcheckTestSlow = SelfcheckTest;

TEST_F(SelfcheckTestSlow, passes_the_tiny_course) {
  std::size_t files =
      2 + 5 * lab_count();  // with each lab's data, README, skeleton, solution, and folder wrong/
  for (const auto& entry : fs::recursive_directory_iterator(course_ / "solutions"))
    files += entry.path().parent_path().filename() == "wrong" ? 1 : 0;
  expect_says(tiny("selfcheck"), 0, std::to_string(files) + " files are as expected");
}

TEST_F(SelfcheckTestSlow, takes_every_nth_wrong_solution_and_records_what_each_file_came_to) {
  const std::string of_all = (folder_ / "all").string(), of_part = (folder_ / "part").string();
  const fs::path wrong = course_ / "solutions/01_merge/wrong";
  write(wrong / "another.patch", read(wrong / "ties_from_b.patch"));
  expect_says(tiny({"selfcheck", "--lab", "1", "--record", of_all}), 0, "files are as expected");
  EXPECT_TRUE(
      contains(read(folder_ / "all/01_merge/ties_from_b.txt"), "stability: wrong_answer, 0 of ", "\nC[0] "));
  EXPECT_TRUE(fs::exists(folder_ / "all/01_merge/skeleton.txt"));
  EXPECT_TRUE(fs::exists(folder_ / "all/01_merge/solution.txt"));
  expect_says(tiny({"selfcheck", "--lab", "1", "--every", "2", "--from", "2", "--record", of_part}), 0, "ok");
  const auto count = [](const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  };
  const auto all = count(folder_ / "all/01_merge") - 2;
  EXPECT_EQ(count(folder_ / "part/01_merge") - 2, all / 2);
  expect_says(tiny("selfcheck --every 0"), 2, "--every takes a number from 1 on");
}

TEST_F(SelfcheckTest, says_what_is_missing_of_a_course) {
  fs::remove(course_ / "solutions/02_launch/launch.cuh");
  expect_says(tiny("selfcheck"), 2, "solutions/02_launch/launch.cuh is missing");
  fs::remove_all(course_ / "solutions");
  expect_says(tiny("selfcheck"), 2,
              "this is a hand-out: it does not contain the solutions, which selfcheck grades");
}

TEST_F(SelfcheckTestSlow, names_a_solution_that_lost_an_item) {
  fs::remove_all(course_ / "solutions/01_merge/wrong");
  replace(course_ / "solutions/01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(tiny("selfcheck --lab 1"), 1, "solutions/01_merge/merge.cuh: item stability is wrong_answer");
}

TEST_F(SelfcheckTestSlow, says_only_that_a_solution_does_not_build) {
  fs::remove_all(course_ / "solutions/01_merge/wrong");
  write(course_ / "solutions/01_merge/merge.cuh", "#pragma once\nint broken = ;\n");
  const Ran ran = tiny("selfcheck --lab 1");
  expect_says(ran, 1, "solutions/01_merge/merge.cuh: does not compile: ");
  for (const char* part : {"got worse", "did not run", "item plain is build_failed"})
    EXPECT_FALSE(contains(ran.text, part)) << part;
}

TEST_F(SelfcheckTestSlow, names_a_lab_that_a_solution_includes_and_its_data_leaves_out) {
  replace(course_ / "labs/02_launch/lab.json", "\"uses\": [\"01_merge\"]", "\"uses\": []");
  expect_says(tiny("selfcheck --lab 2"), 1,
              "launch.cuh: includes merge.cuh, but \"uses\" in lab.json does not name 01_merge");
}

TEST_F(SelfcheckTestSlow, names_what_the_files_of_a_lab_do_that_they_should_not) {
  const fs::path skeleton = course_ / "labs/01_merge/merge.cuh";
  replace(skeleton, "int m,", "int  m,");
  replace(skeleton, "  LAB_TODO(1);\n", "");
  const fs::path wrong = course_ / "solutions/01_merge/wrong";
  const std::string patch = read(wrong / "ties_from_b.patch");
  replace(wrong / "ties_from_b.patch", "Loses: stability.", "Loses: plain.");
  write(wrong / "untold.patch", patch);
  replace(wrong / "untold.patch", "Loses: stability.", "Loses: stability. Told: \"the right words\".");
  expect_says(tiny("selfcheck --lab 1"), 1, "labs/01_merge/merge.cuh: differs from its solution",
              "labs/01_merge/merge.cuh: item plain is wrong_answer, expected todo",
              "wrong/ties_from_b.patch: loses [stability], its header says [plain]",
              "wrong/untold.patch: neither a message nor a hint contains \"the right words\", but they say:");
}

TEST_F(SelfcheckTestSlow, names_a_skeleton_that_reset_would_not_restore) {
  const fs::path skeleton = course_ / "labs/01_merge/merge.cuh";
  replace(skeleton, "  LAB_TODO(1);\n", "  // Begin with the first of each.\n  LAB_TODO(1);\n");
  expect_says(tiny("selfcheck --lab 1"), 1,
              " 1` writes, which is the solution with LAB_TODO in its TODO regions\n  run that, or keep "
              "yours: cp labs/01_merge/merge.cuh skeletons/01_merge/merge.cuh");
  write(course_ / "skeletons/01_merge/merge.cuh", read(skeleton));
  EXPECT_FALSE(contains(tiny("selfcheck --lab 1").text, "differs"));
}

TEST_F(SelfcheckTest, names_an_item_that_a_wrong_solution_can_not_lose) {
  replace(course_ / "solutions/01_merge/wrong/ties_from_b.patch", "Loses: stability.", "Loses: stabilty.");
  expect_says(tiny("selfcheck --lab 1"), 2, "did you mean 'stability'?");
}

TEST_F(SelfcheckTest, names_a_family_that_was_emptied) {
  replace(course_ / "datasets/catalog.json", "{\"name\": \"all_equal\", \"m\": \"tile\", \"n\": \"tile\"}",
          "");
  const Ran ran = tiny("selfcheck");
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(contains(ran.text, "stability"));
}

TEST_F(SelfcheckTest, renews_the_list_of_tests) {
  replace(course_ / "datasets/tests.txt", "01_merge plain/larger\n", "");
  expect_says(tiny("selfcheck --write-tests"), 0, "tests.txt");
  EXPECT_EQ(read(course_ / "datasets/tests.txt"), read(source() / "tests/fake_course/datasets/tests.txt"));
}

TEST_F(SelfcheckTestSlow, names_what_the_files_of_a_course_lack) {
  write(course_ / "labs/03_forgotten/lab.json", "{}");
  write(course_ / "datasets/tests.txt", read(course_ / "datasets/tests.txt") + "00_gone plain/small gpu\n");
  replace(course_ / "datasets/tests.txt", "01_merge plain/larger\n", "");
  replace(course_ / "datasets/catalog.json", ", {\"name\": \"b_empty\", \"m\": 3, \"n\": 0}", "");
  fs::remove(course_ / "labs/01_merge/merge.cuh");
  replace(course_ / "labs/01_merge/README.md", "## Pitfalls", "## Traps");
  replace(course_ / "labs/01_merge/lab.json", "\"points\": 2,", "\"points\": 1,");
  replace(course_ / "labs/01_merge/lab.json", "\"points\": 1, \"about\": \"empty",
          "\"points\": 2, \"about\": \"empty");
  fs::remove(course_ / "solutions/01_merge/wrong/nothing.cuh");
  expect_says(tiny("selfcheck --lab 1"), 1, "selfcheck: 8 of 9 files are not as expected",
              "labs/01_merge/merge.cuh is missing", "the committed test '01_merge edges/b_empty' did not run",
              "datasets/tests.txt lacks 1 test, the first is '01_merge plain/larger'",
              "labs/course.json: does not name the folder labs/03_forgotten",
              "datasets/tests.txt: the course no longer has a test '00_gone plain/small gpu'",
              "labs/01_merge/README.md: expected the headings Goal, Idea, Task, Grading, Pitfalls, Further",
              "labs/01_merge/lab.json: plain has 1 of 4 correctness points, expected at least 30%",
              "solutions/01_merge/wrong: has 2 wrong solutions, expected at least 3");
}

TEST(WrongFolderFailures, are_correctness_items_that_nothing_loses) {
  Lab lab;
  for (const char* id : {"plain", "ties", "edges", "loads"}) {
    Item& item = lab.items.emplace_back();
    item.id = id;
  }
  lab.items.back().kind = ItemKind::performance;
  const std::filesystem::path folder = "solutions/01_merge/wrong";
  const std::vector<app::WrongFile> files{{folder / "a.patch", "", {{"plain", app::Loss::wholly}}},
                                          {folder / "b.patch", "", {{"ties", app::Loss::partly}}},
                                          {folder / "c.patch", "", {}}};
  EXPECT_EQ(app::wrong_folder_failures(lab, files), app::Failures{"no wrong solution loses edges"});
}

TEST(ReadmeFailures, are_headings_that_are_missing_or_more) {
  const std::string start = "# L\n## Goal\n## Idea\n### More\n## Task\n## Grading\n## Pitfalls\n";
  EXPECT_TRUE(app::readme_failures(start + "## Further reading\n").empty());
  EXPECT_TRUE(app::readme_failures(start + "## Results\n## Further reading\n").empty());
  EXPECT_FALSE(app::readme_failures(start + "## Further reading\n## Results\n").empty());
  EXPECT_FALSE(app::readme_failures(start).empty());
}

TEST(SkeletonFailures, are_differences_and_a_length_of_120_lines) {
  const std::string long_file(119, '\n');
  EXPECT_TRUE(app::skeleton_failures(long_file, long_file).empty());
  EXPECT_EQ(app::skeleton_failures(long_file + "\n", long_file + "\n"),
            app::Failures{"has 120 lines, expected fewer than 120"});
}

TEST(Skeletons, are_what_solutions_give) {
  EXPECT_EQ(app::skeleton_of("a\n  // TODO 1 begin: this\n  //               and that\n  // not this\n  x;\n"
                             "    return 1;\n  // TODO 1 end\nb\n"),
            "a\n  // TODO 1 begin: this\n  //               and that\n  LAB_TODO(1);\n  // TODO 1 end\nb\n");
  EXPECT_EQ(app::skeleton_of("// TODO 12 begin\nif (a) return 1;\nreturn x;\n\n// TODO 12 end\n"),
            "// TODO 12 begin\nLAB_TODO(12);\nreturn 0;\n// TODO 12 end\n");
  EXPECT_EQ(app::skeleton_of("// TODO 1 begin\nx;\n"), "// TODO 1 begin\n") << "it never ends";
  for (const char* root : {MERGELAB_SOURCE_DIR, MERGELAB_SOURCE_DIR "/courses/fundamentals"}) {
    const Course course = course::load(root);
    for (const Lab& lab : course.labs)
      EXPECT_EQ(app::skeleton_text(course, lab),
                base::read_file(course.root / "labs" / lab.name / lab.file).value_or(""))
          << lab.name;
  }
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
