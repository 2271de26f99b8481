// A student's steps between two runs: see what is next, ask for a hint, start again, compare.
#include "app/course_files/hand_out.hpp"
#include "app/learning/run_record.hpp"
#include "command.hpp"
#include "course/course.hpp"
#include "support/reported.hpp"

namespace mergelab {
namespace {

class LoopTest : public CommandTest {
 protected:
  fs::path own_ = course_ / "labs/01_merge/merge.cuh";
};
using LoopTestSlow = LoopTest;

TEST_F(LoopTestSlow, full_marks_lead_to_the_next_lab) {
  expect_says(tiny("list"), 0, "> 1  Merge                      - /   4");
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  expect_says(tiny("show 1"), 2, "is shown once your own file has full marks; it has not been run yet");
  expect_says(tiny("run 1"), 0, "`./lab show --course ");
  const Ran again = tiny("run 1");
  expect_says(again, 0, "next: lab 2, Launch: edit ");
  EXPECT_FALSE(contains(again.text, "lab show"));  // said once
  expect_says(tiny("list --plain"), 0, "+ 1  Merge                      4 /   4");
  expect_says(tiny("list"), 0, "> 2  Launch");
  expect_says(tiny("show 1"), 0, "is the reference, letter for letter");
  replace(own_, "int i = 0, j = 0;", "int i = 0;\n  int j = 0;");
  expect_says(tiny("show 1"), 0, "\n-  int j = 0;\n+  int i = 0, j = 0;\n");
  fs::remove_all(course_ / "solutions");
  expect_says(tiny("show 1"), 2, "this is a hand-out: it does not contain the reference");
}

TEST_F(LoopTestSlow, quiet_is_quiet_and_a_state_file_in_the_way_stops_no_run) {
  const Ran quiet = tiny("run 1 --quiet --strict --case plain/small");
  EXPECT_EQ(quiet.code, 1);
  EXPECT_EQ(quiet.text, "");
  fs::create_directories(course_ / "labs/.mergelab.json");
  expect_says(tiny("run 1"), 0, todo_text(1, "merge.cuh"), "note: your progress is not saved: ");
  expect_says(tiny("hint 1"), 0, "There are no more hints for this run.");
}

TEST_F(LoopTestSlow, hints_come_one_by_one_and_without_another_run) {
  write(course_ / "labs/01_merge/README.md",
        "# 01_merge\n\n## Idea\nTwo fingers.\n### Ties\n## Task\nMerge.\n## Pitfalls\n- The ends.\n");
  const Ran first = tiny("hint 1");
  expect_says(first, 0, "01_merge: compiling", "hint 1 of 4\n  Do this first: TODO 1: merge\n");
  EXPECT_FALSE(contains(first.text, "hint 2"));
  const Ran second = tiny("hint 1");
  expect_says(second, 0, "hint 2 of 4\n  The idea is in labs/01_merge/README.md, under \"Idea\": Ties\n");
  EXPECT_FALSE(contains(second.text, "compiling"));
  expect_says(tiny("hint 1"), 0, "hint 3 of 4\n  Task, from labs/01_merge/README.md:\n  Merge.\n");
  expect_says(tiny("hint 1"), 0, "  - The ends.\n\nThere are no more hints for this run.\n");
  expect_says(tiny("hint 1"), 0, "hint 1 of 4\n");  // all of them again

  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("hint"), 0, "hint 1 of 3\n  edges/b_empty: C[0] ", "\n  Look at empty arrays.\n");
  expect_says(tiny("hint 1"), 0, "hint 2 of 3\n  The case edges/b_empty belongs to edges: empty arrays.");
}

TEST_F(LoopTestSlow, a_hint_does_not_repeat_what_a_run_has_on_the_screen) {
  write(course_ / "labs/01_merge/README.md", "# 01_merge\n\n## Pitfalls\n- The ends\n  of both.\n- Ties.\n");
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("run 1"), 0, "Look at empty arrays.");
  const Ran first = tiny("hint");
  expect_says(first, 0, "hint 2 of 3\n");
  EXPECT_FALSE(contains(first.text, "compiling"));
  expect_says(tiny("hint"), 0,
              "hint 3 of 3\n  Pitfalls, from labs/01_merge/README.md:\n  - The ends of both.\n");
}

TEST_F(LoopTest, a_case_without_its_item_is_found) {
  expect_says(tiny("run 1 --case small"), 2, "has no case 'small'\n  did you mean 'plain/small'?");
}

TEST_F(LoopTestSlow, hints_on_a_todo_and_on_an_error_begin_with_the_first) {
  write(course_ / "labs/01_merge/README.md", "# 01_merge\n\n## Task\nMerge.\n");
  replace(own_, "TODO 1 begin: merge\n", "TODO 1 begin: merge\n  //         both arrays\n");
  expect_says(tiny("run 1"), 0, todo_text(1, "merge.cuh"));
  expect_says(tiny("hint"), 0, "hint 1 of 2\n  Do this first: TODO 1: merge both arrays\n");
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0");
  expect_says(tiny("run 1"), 0, "does not compile");
  expect_says(tiny("hint"), 0, "hint 1 of 2\n  merge.cuh:");
}

TEST_F(LoopTestSlow, an_earlier_labs_file_is_suspected_where_it_may_be_the_cause) {
  const fs::path later = course_ / "labs/02_launch/launch.cuh";
  const std::string right = read(course_ / "solutions/01_merge/merge.cuh");
  const auto of_file = [](const Ran& ran) { return ran.text.find("your merge.cuh") != std::string::npos; };
  write(own_, right);
  write(later, read(course_ / "solutions/02_launch/launch.cuh"));
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("run 2"), 0,
              "edges/b_empty is right with the reference in place of your merge.cuh: look there");
  // With a mistake in lab 2 the case is wrong all the same.
  replace(later, "merge(A, m, B, n, C)", "merge(A, m, B, n - 1, C)");
  EXPECT_FALSE(of_file(tiny("run 2")));
  // A file that has passed as it is is above suspicion; a hand-out can only tell that one has not.
  fs::remove_all(course_ / "solutions");
  const Ran suspected = tiny("run 2");
  expect_says(suspected, 0, "your merge.cuh has not passed yet as it is now, and lab 2 builds on");
  EXPECT_FALSE(contains(suspected.text, "this is a hand-out"));  // said once
  write(own_, right);
  expect_says(tiny("run 1"), 0, "4 / 4");
  EXPECT_FALSE(contains(tiny("run 2").text, "has not passed yet"));
  // And stays so when another version was run since.
  replace(own_, "int i = 0, j = 0;", "int i = 0, j = 0;\n  if (n == 0) return;");
  expect_says(tiny("run 1"), 0, "edges/b_empty: C[0] ");
  write(own_, right);
  EXPECT_FALSE(contains(tiny("run 2").text, "has not passed yet"));
}

TEST_F(LoopTestSlow, an_earlier_labs_file_is_not_suspected_of_a_race_that_stays_without_it) {
  const fs::path rubric = course_ / "labs/02_launch/lab.json", later = course_ / "labs/02_launch/launch.cuh";
  replace(rubric, "\"points\": 4", "\"points\": 3");
  replace(rubric, "\"empty arrays\"}",
          "\"empty arrays\"},\n{\"id\": \"rules\", \"kind\": \"checker\", \"checker\": \"accesses\", "
          "\"family\": \"plain\", \"points\": 1, \"about\": \"breaks no rule\"}");
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  write(later, read(course_ / "solutions/02_launch/launch.cuh"));
  replace(later, "<<<1, 1>>>", "<<<1, 2>>>");
  const Ran raced = tiny("run 2");
  expect_says(raced, 0, "first: find the cause of the race in the call at launch.cuh:9\n");
  EXPECT_FALSE(contains(raced.text, "your merge.cuh"));
}

TEST_F(LoopTest, reset_keeps_what_it_replaces) {
  const std::string skeleton = read(own_);
  write(own_, "my work");
  const fs::path solution = course_ / "solutions/01_merge/merge.cuh";
  fs::rename(solution, folder_ / "solution");
  expect_says(tiny("reset 1"), 2, "this course has no copy of the skeleton");
  EXPECT_EQ(read(own_), "my work");
  fs::rename(folder_ / "solution", solution);  // which gives the skeleton
  expect_says(tiny("diff 1"), 0, "\n+my work\n");
  expect_says(tiny("reset 1"), 0, "merge.cuh.1.bak\n");
  EXPECT_EQ(read(own_), skeleton);
  EXPECT_EQ(read(own_.string() + ".1.bak"), "my work");
  expect_says(tiny("diff 1"), 0, "is the skeleton, unchanged");
  expect_says(tiny("reset 1"), 0, "is the skeleton already");
  write(own_, "my second work");
  expect_says(tiny("reset 1"), 0, "merge.cuh.2.bak\n");
  EXPECT_EQ(read(own_.string() + ".1.bak"), "my work");
  EXPECT_EQ(read(own_.string() + ".2.bak"), "my second work");
  fs::remove_all(course_ / "labs/02_launch/launch.cuh");
  write(course_ / "skeletons/02_launch/launch.cuh", "a skeleton");
  expect_says(tiny("reset 2"), 0, "is the skeleton again");
  EXPECT_EQ(read(course_ / "labs/02_launch/launch.cuh"), "a skeleton");
}

TEST(RestrictTo, leaves_an_item_the_points_that_it_has_in_the_whole_lab) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  const Lab& lab = *course.find_lab("04_tiled_kernel");
  const Points plain = lab.find_item("plain")->points, time = lab.find_item("time")->points;
  const Lab part = app::restrict_to(course, lab, "plain", Backends{Backend::cpu});
  EXPECT_NEAR(part.points.number(), plain.number() * (lab.points / (lab.points - time)), 0.01);
  EXPECT_EQ(part.items.at(0).points, part.points);
  const Lab both = app::restrict_to(course, lab, "plain", Backends{Backend::cpu, Backend::gpu});
  EXPECT_EQ(both.points, plain);
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

TEST(HintStages, begin_with_the_cause_that_run_tells_first) {
  const Course course;
  Lab lab;
  lab.name = "04_tiled_kernel";
  const auto lost = [](const std::string& id, ItemKind kind, Outcome outcome) {
    ItemResult item;
    item.id = id;
    item.kind = kind;
    item.about = "does what " + id + " asks";
    item.hint = "hint of " + id;
    item.checks = true;
    item.status = outcome.verdict;
    item.max_score = 1;
    item.message = outcome.message;
    Observation seen;
    seen.item = seen.family = id;
    seen.test = id + "/one";
    seen.outcome = std::move(outcome);
    item.tests = {std::move(seen)};
    return item;
  };
  LabResult result;
  result.items = {
      lost("plain", ItemKind::correctness, reported(Verdict::wrong_answer, "C[3] is wrong", "order")),
      lost("rules", ItemKind::checker, reported(Verdict::checker_violation, "a race", "race"))};
  const std::vector<std::string> stages = app::hint_stages({course, {}}, lab, "", result);
  ASSERT_GE(stages.size(), 2U);
  EXPECT_EQ(stages[0], "plain/one: C[3] is wrong\nhint of plain");
  EXPECT_TRUE(contains(stages[1], "The case plain/one belongs to plain: does what plain asks."));
}

TEST(HintStages, advise_a_trace_only_where_it_can_show_the_case) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  base::typed_course() = "the course";
  const auto advice = [&](const char* lab, const std::string& id, const std::string& test) {
    ItemResult item;
    item.id = id;
    item.status = Verdict::wrong_answer;
    item.max_score = 1;
    item.message = "C[3] is wrong";
    Observation seen;
    seen.item = seen.family = id;
    seen.test = id + "/" + test;
    seen.outcome = reported(Verdict::wrong_answer, item.message, "order");
    item.tests = {seen};
    LabResult result;
    result.items = {item};
    return app::hint_stages({course, "mine"}, *course.find_lab(lab), "", result, true).at(1);
  };
  const auto holds = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_FALSE(holds(advice("09_scatter_merge", "edges", "ten_thousand_to_one"), " trace "));
  EXPECT_TRUE(holds(advice("09_scatter_merge", "edges", "one_and_one"),
                    "trace --dir mine --course 'the course' 9 --case edges/one_and_one` shows step by step "
                    "what your function does with it"))
      << advice("09_scatter_merge", "edges", "one_and_one");
  const std::string of_tiles = advice("04_tiled_kernel", "plain", "four_sections");
  for (const char* command :
       {" trace --dir mine --course 'the course' 4`",
        " debug --dir mine --course 'the course' 4 --case plain/four_sections`",
        " run --dir mine --course 'the course' 4 --with-reference --case plain/four_sections`"})
    EXPECT_TRUE(holds(of_tiles, command)) << of_tiles;
  const std::string of_ranks = advice("10_sample_sort", "plain", "three");
  EXPECT_FALSE(holds(of_ranks, " trace ") || holds(of_ranks, " debug ")) << of_ranks;
  base::typed_course().clear();
}

}  // namespace
}  // namespace mergelab
