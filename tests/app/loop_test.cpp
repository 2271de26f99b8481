// What a student does between two runs: see what is next, ask for a hint, begin anew, compare.
#include "app/saved_files.hpp"
#include "app/skeleton.hpp"
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class LoopTest : public CommandTest {
 protected:
  fs::path own_ = course_ / "labs/01_merge/merge.cuh";
};

TEST_F(LoopTest, full_marks_lead_to_the_next_lab) {
  expect_says(tiny({"list"}), 0, "> 1  Merge                      - /   4");
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  expect_says(tiny({"show", "1"}), 2, "is shown once your own file has full marks; it was not run yet");
  expect_says(tiny({"run", "1"}), 0, "next: lab 2, Launch: edit ");
  expect_says(tiny({"list", "--plain"}), 0, "+ 1  Merge                      4 /   4");
  expect_says(tiny({"list"}), 0, "> 2  Launch");
  expect_says(tiny({"show", "1"}), 0, "is the reference, letter for letter");
  replace(own_, "int i = 0, j = 0;", "int i = 0;\n  int j = 0;");
  expect_says(tiny({"show", "1"}), 0, "\n-  int j = 0;\n+  int i = 0, j = 0;\n");
  fs::remove_all(course_ / "solutions");
  expect_says(tiny({"show", "1"}), 2, "came without its reference solutions");
}

TEST_F(LoopTest, quiet_is_quiet_and_a_state_file_in_the_way_stops_no_run) {
  const Ran quiet = tiny({"run", "1", "--quiet", "--strict", "--case", "plain/small"});
  EXPECT_EQ(quiet.code, 1);
  EXPECT_EQ(quiet.text, "");
  fs::create_directories(course_ / "labs/.mergelab.json");
  const Ran ran = tiny({"run", "1"});
  expect_says(ran, 0, "TODO 1 in merge.cuh is not done");
  expect_says(ran, 0, "note: your progress is not kept: ");
  expect_says(tiny({"hint", "1"}), 0, "That is all there is to say about this run.");
}

TEST_F(LoopTest, hints_come_one_by_one_and_without_another_run) {
  write(course_ / "labs/01_merge/README.md",
        "# 01_merge\n\n## Idea\nTwo fingers.\n### Ties\n## Task\nMerge.\n## Pitfalls\n- The ends.\n");
  const Ran first = tiny({"hint", "1"});
  expect_says(first, 0, "01_merge: compiling");
  expect_says(first, 0, "hint 1 of 4\n  To be done first is TODO 1: merge\n");
  EXPECT_EQ(first.text.find("hint 2"), std::string::npos);
  const Ran second = tiny({"hint", "1"});
  expect_says(second, 0, "hint 2 of 4\n  The idea is in labs/01_merge/README.md, under \"Idea\": Ties\n");
  EXPECT_EQ(second.text.find("compiling"), std::string::npos);
  expect_says(tiny({"hint", "1"}), 0, "hint 3 of 4\n  Task, from labs/01_merge/README.md:\n  Merge.\n");
  expect_says(tiny({"hint", "1"}), 0, "  - The ends.\n\nThat is all there is to say about this run.\n");
  expect_says(tiny({"hint", "1"}), 0, "hint 1 of 4\n");  // all of them again

  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny({"hint", "1"}), 0, "hint 1 of 3\n  Look at empty arrays.\n");
  expect_says(tiny({"hint", "1"}), 0, "hint 2 of 3\n  edges/b_empty: C[0] expected ");
}

TEST_F(LoopTest, reset_keeps_what_it_replaces) {
  const std::string skeleton = read(own_);
  write(own_, "my work");
  expect_says(tiny({"reset", "1"}), 2, "this course has no copy of the skeleton");
  EXPECT_EQ(read(own_), "my work");
  write(course_ / "skeletons/01_merge/merge.cuh", skeleton);
  expect_says(tiny({"diff", "1"}), 0, "\n+my work\n");
  expect_says(tiny({"reset", "1"}), 0, "merge.cuh.1.bak\n");
  EXPECT_EQ(read(own_), skeleton);
  EXPECT_EQ(read(own_.string() + ".1.bak"), "my work");
  expect_says(tiny({"diff", "1"}), 0, "is the skeleton, unchanged");
  expect_says(tiny({"reset", "1"}), 0, "is the skeleton already");
  write(own_, "my second work");
  expect_says(tiny({"reset", "1"}), 0, "merge.cuh.2.bak\n");
  EXPECT_EQ(read(own_.string() + ".1.bak"), "my work");
  EXPECT_EQ(read(own_.string() + ".2.bak"), "my second work");
  fs::remove_all(course_ / "labs/02_launch/launch.cuh");
  write(course_ / "skeletons/02_launch/launch.cuh", "a skeleton");
  expect_says(tiny({"reset", "2"}), 0, "is the skeleton again");
  EXPECT_EQ(read(course_ / "labs/02_launch/launch.cuh"), "a skeleton");
}

TEST(Skeletons, are_what_the_labs_begin_with) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  for (const Lab& lab : course.labs)
    EXPECT_EQ(app::skeleton_text(course, lab), read_text(course.root / "labs" / lab.name / lab.file))
        << lab.name;
}

TEST(SavedFiles, look_different_after_every_kind_of_save) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "lab/own.cuh";
  app::SavedFiles files;
  std::string before = files.look({file});
  const auto expect_saved = [&](const char* how) {
    const std::string now = files.settled({file});
    EXPECT_NE(now, before) << how;
    before = now;
    EXPECT_EQ(files.look({file}), before) << how;
  };
  write_text(file, "one");
  expect_saved("a new folder and file");
  write_text(file, "two");
  expect_saved("written in place, as long as before");
  write_text(folder.path() / "lab/own.cuh~", "six");
  fs::rename(folder.path() / "lab/own.cuh~", file);
  expect_saved("renamed");
  fs::remove_all(file.parent_path());
  expect_saved("removed with its folder");
  write_text(file, "two");
  expect_saved("written again");
}

}  // namespace
}  // namespace mergelab
