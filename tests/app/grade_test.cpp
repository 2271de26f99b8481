// Whole gradings of the tiny course, from the command line to the report.
#include "app/grading/course_grader.hpp"
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class GradeTest : public CommandTest {};

using GradeTestSlow = GradeTest;

TEST_F(GradeTest, solutions_are_the_courses_own_wherever_it_is_called) {
  write(folder_ / "solutions/01_merge/merge.cuh", "#error these are not the course's\n");
  expect_says(tiny("grade solutions/ --lab 1"), 0, "4 / 4");
  expect_says(tiny("grade ./solutions --lab 1"), 0, "0 / 4");
}

TEST_F(GradeTestSlow, solutions_get_full_marks_and_a_report) {
  expect_says(tiny("grade solutions"), 0, fmt::format("{0} / {0}", points()));
  const json graded = report();
  EXPECT_EQ(graded.at("schema"), "mergelab.report/1");
  EXPECT_EQ(graded.at("score"), points());
  EXPECT_TRUE(graded.at("complete"));
  EXPECT_EQ(graded.at("labs").size(), lab_count());  // a folder that course.json doesn't list isn't a lab
}

TEST_F(GradeTest, a_wrong_submission_loses_the_item_and_gets_its_place) {
  expect_says(tiny("grade submissions/wrong --lab 1"), 0, fmt::format("{} / {}", points(1) - 1, points(1)));
  const json lab = report().at("labs").at(0);
  EXPECT_EQ(lab.at("status"), "wrong_answer");
  EXPECT_EQ(lab.at("items").at(2).at("id"), "stability");
  EXPECT_EQ(lab.at("items").at(2).at("score"), 0);
  EXPECT_TRUE(contains(lab.at("items").at(2).at("message").get<std::string>(), "C[0]"));
}

TEST_F(GradeTestSlow, strict_exits_with_1_when_points_were_lost) {
  EXPECT_EQ(tiny("grade submissions/wrong --lab 1 --strict").code, 1);
  EXPECT_EQ(tiny("grade solutions --lab 1 --strict").code, 0);
}

TEST_F(GradeTestSlow, a_compile_error_is_build_failed_in_the_students_own_file) {
  const Ran ran = tiny("grade submissions/compile_error");
  EXPECT_EQ(ran.code, 0) << ran.text;
  const json graded = report();
  EXPECT_EQ(graded.at("labs").at(0).at("status"), "build_failed");
  EXPECT_EQ(graded.at("score"), 0);
  EXPECT_EQ(graded.at("max_score"), points());
  EXPECT_TRUE(contains(graded.dump(), "merge.cuh:7")) << graded.dump(1);
  EXPECT_FALSE(contains(graded.dump(), fs::temp_directory_path().string() + "/mergelab-")) << graded.dump(1);
}

TEST_F(GradeTest, a_missing_file_is_not_submitted_and_counts_in_the_maximum) {
  write(folder_ / "mine" / "01_merge" / "merge.cuh", "#error not mine\n");
  const Ran ran = tiny("grade mine");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(report().at("labs").at(1).at("status"), "not_submitted");
  EXPECT_EQ(report().at("score"), 0);
  EXPECT_EQ(report().at("max_score"), points());
}

TEST_F(GradeTest, a_folder_without_any_lab_file_is_a_mistake_in_the_call) {
  write(folder_ / "flat" / "notes.txt", "nothing to grade");
  expect_says(tiny("grade flat"), 2, "no lab file found in flat", "flat/01_merge/merge.cuh",
              "flat/02_launch/launch.cuh");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
}

TEST_F(GradeTestSlow, json_dash_is_standard_output_and_the_table_goes_to_standard_error) {
  for (const char* words : {"grade solutions --verbose", "run 1 --dir solutions"}) {
    const Ran ran =
        shell(std::string("\"$MERGELAB\" ") + words + " --course \"$COURSE\" --json - >out.json 2>err.txt");
    EXPECT_EQ(ran.code, 0) << read(folder_ / "err.txt");
    EXPECT_EQ(report("out.json").at("schema"), "mergelab.report/1");
    EXPECT_TRUE(contains(read(folder_ / "err.txt"), "01_merge"));
    EXPECT_FALSE(fs::exists(folder_ / "-"));
  }
}

TEST_F(GradeTestSlow, a_report_that_standard_output_does_not_take_is_a_failure) {
  expect_says(shell("\"$MERGELAB\" grade solutions --course \"$COURSE\" --json - >/dev/full"), 3,
              "cannot write the report to standard output");
}

TEST_F(GradeTestSlow, an_earlier_error_is_carried_forward) {
  fs::create_directories(folder_ / "mine" / "02_launch");
  fs::copy(course_ / "solutions" / "02_launch" / "launch.cuh", folder_ / "mine" / "02_launch");
  // Lab 1 loses plain and edges; lab 2 is right by itself.
  write(folder_ / "mine" / "01_merge" / "merge.cuh",
        "#include <mergelab/lab.cuh>\n__host__ __device__ inline void merge(const value_t*, int, const "
        "value_t*, int, value_t*) {}\n");
  EXPECT_EQ(tiny("grade mine").code, 0);
  const json lab = report().at("labs").at(1);
  EXPECT_EQ(lab.at("score"), points(2));
  EXPECT_EQ(lab.at("carried_forward"), json::array({"01_merge"}));
  EXPECT_EQ(lab.at("own_score"), 0);
}

TEST_F(GradeTest, a_missing_earlier_file_is_carried_forward) {
  fs::create_directories(folder_ / "mine" / "02_launch");
  fs::copy(course_ / "solutions" / "02_launch" / "launch.cuh", folder_ / "mine" / "02_launch");
  EXPECT_EQ(tiny("grade mine --lab launch").code, 0);
  EXPECT_EQ(report().at("labs").at(0).at("score"), points(2));
}

// The four lines that hand in another lab's function, whose file is not handed in.
TEST_F(GradeTestSlow, the_reference_stands_in_for_nothing_but_what_the_lab_builds_on) {
  struct Forward {
    std::string lab, file, includes, code, says;
  };
  const std::string arrays = "(const value_t* A, int m, const value_t* B, int n, value_t* C",
                    shaped = arrays + ", int section, int tile) {\n";
  const Forward forwards[] = {
      {"04_tiled_kernel", "merge_tiled.cuh", "\"merge_basic.cuh\"",
       "inline void merge_tiled" + shaped + "merge_basic(A, m, B, n, C);\n}\n",
       "merge_basic.cuh of lab 3 is missing: hand it in with merge_tiled.cuh"},
      {"05_circular_buffer", "merge_circular.cuh", "\"merge_tiled.cuh\"",
       "inline void merge_circular" + shaped + "merge_tiled(A, m, B, n, C, section, tile);\n}\n",
       "merge_tiled.cuh of lab 4 is missing: hand it in with merge_circular.cuh"},
      {"05_circular_buffer", "merge_circular.cuh", "<merge_tiled.cuh>",
       "inline void merge_circular" + shaped + "merge_tiled(A, m, B, n, C, section, tile);\n}\n",
       "merge_tiled.cuh of lab 4 is missing"},
      {"05_circular_buffer", "merge_circular.cuh", "\"reference/merge_tiled.cuh\"",
       "inline void merge_circular" + shaped + "merge_tiled(A, m, B, n, C, section, tile);\n}\n",
       "merge_tiled.cuh of lab 4 is missing"},
      {"05_circular_buffer", "merge_circular.cuh", "\"../04_tiled_kernel/merge_tiled.cuh\"",
       "inline void merge_circular" + shaped + "merge_tiled(A, m, B, n, C, section, tile);\n}\n", ".."},
      {"06_merge_path", "merge_path.cuh", "\"merge_circular.cuh\"",
       "inline void merge_path" + arrays + ") {\nmerge_circular(A, m, B, n, C, 2048, 1024);\n}\n",
       "merge_circular.cuh of lab 5 is missing"},
      {"08_k_way_merge", "k_way_merge.cuh", "\"merge_sort.cuh\"",
       "inline void k_way_merge(const value_t* A, const int*, int, int m, value_t* C) {\n"
       "merge_sort(A, m, C, C);\n}\n",
       "merge_sort.cuh of lab 7 is missing"},
      {"09_scatter_merge", "merge_scatter.cuh", "\"merge_path.cuh\"",
       "inline void merge_scatter" + arrays + ") {\nmerge_path(A, m, B, n, C);\n}\n",
       "merge_path.cuh of lab 6 is missing"},
      {"04_tiled_kernel", "merge_tiled.cuh", "\"merge_circular.cuh\"",
       "inline void merge_tiled" + shaped + "merge_circular(A, m, B, n, C, section, tile);\n}\n",
       "merge_circular.cuh belongs to lab 5: merge_tiled.cuh of lab 4 can include only files of earlier "
       "labs"}};
  for (const Forward& each : forwards) {
    SCOPED_TRACE(each.lab + " includes " + each.includes);
    fs::remove_all(folder_ / "mine");
    write(folder_ / "mine" / each.lab / each.file,
          "#pragma once\n#include <mergelab/lab.cuh>\n#include " + each.includes + "\n" + each.code);
    const Ran ran =
        mergelab({"grade", "mine", "--lab", each.lab, "--backend", "cpu", "--json", "report.json"});
    const json lab = report().at("labs").at(0);
    EXPECT_EQ(lab.at("score"), 0) << ran.text;
    EXPECT_TRUE(contains(lab.at("message").get<std::string>(), each.says));
  }
}

TEST_F(GradeTestSlow, an_included_lab_of_one_s_own_is_taken_as_it_is) {
  const fs::path mine = folder_ / "mine";
  const auto hand_in = [&](const char* from, const char* file) {
    fs::create_directories(mine / fs::path(file).parent_path());
    fs::copy(source() / from / file, mine / file, fs::copy_options::overwrite_existing);
  };
  write(mine / "05_circular_buffer/merge_circular.cuh",
        read(source() / "solutions/05_circular_buffer/wrong/calls_lab_4.cuh"));
  hand_in("solutions", "02_co_rank/co_rank.cuh");
  hand_in("labs", "04_tiled_kernel/merge_tiled.cuh");  // the skeleton
  const auto graded = [&] {
    static_cast<void>(mergelab("grade mine --lab 5 --backend cpu --json report.json"));
    return report().at("labs").at(0);
  };
  // Lab 4 builds on lab 1, and lab 5 does not.
  EXPECT_TRUE(contains(graded().at("message").get<std::string>(), "merge_sequential.cuh of lab 1 is missing"))
      << report();
  hand_in("solutions", "01_sequential_merge/merge_sequential.cuh");
  const json unfinished = graded();
  EXPECT_EQ(unfinished.at("status"), "todo") << unfinished;
  EXPECT_EQ(unfinished.at("score"), 0);
  EXPECT_EQ(unfinished.at("carried_forward"), json::array());
}

TEST_F(GradeTest, what_a_reference_builds_on_is_the_references_too) {
  const Course course = course::load(source());
  submission::Sources sources{{"02_co_rank", {folder_ / "mine" / "co_rank.cuh"}}, {"05_circular_buffer", {}}};
  ASSERT_TRUE(app::take_reference(course, *course.find_lab("03_basic_kernel"), sources));
  for (const char* lab : {"01_sequential_merge", "02_co_rank", "03_basic_kernel"}) {
    EXPECT_TRUE(sources[lab].is_reference) << lab;
    EXPECT_TRUE(fs::exists(sources[lab].file)) << lab;
  }
  EXPECT_FALSE(sources["05_circular_buffer"].is_reference);
}

TEST_F(GradeTest, a_hand_out_without_solutions_says_that_it_can_not_carry_forward) {
  fs::create_directories(folder_ / "mine" / "02_launch");
  fs::copy(course_ / "solutions" / "02_launch" / "launch.cuh", folder_ / "mine" / "02_launch");
  fs::remove_all(course_ / "solutions");
  const Ran ran = tiny("grade mine");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(report().at("labs").at(1).at("score"), 0);
  EXPECT_TRUE(contains(report().dump(), "not_run: carried forward on the course's grader"));
}

TEST_F(GradeTest, a_secret_changes_hidden_cases_and_hides_their_values) {
  write(folder_ / "secret", "correct horse\n");
  EXPECT_EQ(tiny("grade submissions/wrong --lab 1 --secret-file secret").code, 0);
  const json item = report().at("labs").at(0).at("items").at(2);
  EXPECT_EQ(item.at("status"), "wrong_answer");
  EXPECT_EQ(item.at("hidden_tests"), 1);
  EXPECT_FALSE(contains(item.dump(), "C[0]")) << item.dump(1);
  EXPECT_FALSE(contains(report().dump(), "correct horse"));
}

TEST_F(GradeTestSlow, one_item_is_graded_in_the_labs_that_have_it) {
  expect_says(tiny("grade solutions --case stability"), 0, "1 / 1");
  EXPECT_FALSE(fs::exists(folder_ / "report.json")) << "it would replace that of a whole grading";
  EXPECT_EQ(tiny("grade solutions --case stability --json report.json").code, 0);
  ASSERT_EQ(report().at("labs").size(), 1U);
  EXPECT_EQ(report().at("max_score"), 1);
  EXPECT_EQ(tiny("grade solutions --case plain/small --lab 2 --json report.json").code, 0);
  EXPECT_EQ(report().at("labs").at(0).at("name"), "02_launch");
  expect_says(tiny("grade solutions --case stabilty"), 2, "has no case 'stabilty'");
}

TEST_F(GradeTestSlow, one_item_restricts_no_lab_that_decides_about_carrying_forward) {
  const fs::path first = folder_ / "mine" / "01_merge" / "merge.cuh";
  const fs::path second = folder_ / "mine" / "02_launch" / "launch.cuh";
  submit_solutions();
  replace(second, "merge_launch_kernel<<<1, 1>>>(A, m, B, n, C);", "");
  EXPECT_EQ(tiny("grade mine --lab 2 --case edges/b_empty --json report.json").code, 0);
  EXPECT_TRUE(report().at("labs").at(0).at("own_score").is_null()) << "lab 1 is right as a whole";

  replace(first, "A[i] <= B[j]", "A[i] > B[j]");  // loses plain, which is not asked for
  EXPECT_EQ(tiny("grade mine --case edges --json report.json").code, 0);
  EXPECT_EQ(report().at("labs").at(0).at("max_score"), 1);
  EXPECT_EQ(report().at("labs").at(0).at("status"), "passed");
  EXPECT_EQ(report().at("labs").at(1).at("own_score"), 0) << "tried once more with the reference's lab 1";
}

TEST_F(GradeTestSlow, a_lab_that_keeps_its_points_asks_nothing_of_earlier_labs) {
  submit_solutions();
  EXPECT_FALSE(contains(tiny("grade mine --lab 2").text, "01_merge: compiling"));
  replace(folder_ / "mine" / "02_launch" / "launch.cuh", "merge_launch_kernel<<<1, 1>>>(A, m, B, n, C);", "");
  expect_says(tiny("grade mine --lab 2"), 0, "01_merge: compiling");
}

TEST_F(GradeTest, a_failed_write_leaves_the_earlier_report) {
  fs::create_directories(folder_ / "locked");
  write(folder_ / "locked" / "report.json", "earlier");
  fs::create_directories(folder_ / "in the way");
  expect_says(tiny({"grade", "solutions", "--json", "in the way"}), 2, "in the way");
  expect_says(tiny("grade solutions --json none/report.json"), 2, "mkdir -p");
  expect_says(tiny("run 1 --dir solutions --json none/report.json"), 2, "mkdir -p");
  EXPECT_EQ(read(folder_ / "locked" / "report.json"), "earlier");
}

TEST_F(GradeTest, no_compiler_is_the_machines_fault_and_says_what_to_install) {
  expect_says(mergelab({"grade", "solutions", "--course", course_.string()}, {{"PATH", "/nonexistent"}}), 3,
              "apt-get install g++");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
}

TEST_F(GradeTest, a_compiler_that_can_not_be_run_is_a_mistake_in_the_call) {
  expect_says(mergelab({"grade", "solutions", "--course", course_.string()}, {{"CXX", "nonsense"}}), 2,
              "the compiler 'nonsense' that CXX names can't be run");
}

TEST_F(GradeTestSlow, refused_files_cost_their_lab_alone) {
  const fs::path mine = submit_solutions();
  const fs::path file = mine / "01_merge" / "merge.cuh";
  for (const std::string& content :
       {std::string(), std::string("\0\1binary\0", 9), std::string(3 << 20, ' ')}) {
    write(file, content);
    EXPECT_EQ(tiny("grade mine").code, 0);
    EXPECT_EQ(report().at("labs").at(0).at("status"), "build_failed") << content.size();
    EXPECT_EQ(report().at("labs").at(1).at("score"), points(2)) << content.size();
  }
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(tiny("grade mine").code, 0);
  EXPECT_EQ(report().at("labs").at(0).at("status"), "build_failed");
}

// An interrupted grading loses nothing, and resumes.

class ResumeTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    mine_ = submit_solutions();
  }
  [[nodiscard]] Ran grade(const Words& more = {}) const {
    return tiny(Words{"grade", mine_.string()} + more);
  }
  [[nodiscard]] std::string kept(std::size_t labs) const {
    return fmt::format("{} of {} labs are kept", labs, lab_count());
  }
  fs::path mine_;
};
using ResumeTestSlow = ResumeTest;

TEST_F(ResumeTestSlow, keeps_what_the_report_has_and_grades_the_rest) {
  EXPECT_EQ(grade("--lab 1").code, 0);
  const json graded_first = report();
  const json first = graded_first.at("labs").at(0);
  expect_says(grade("--resume"), 0, kept(1) + " from report.json");
  const json graded = report();
  EXPECT_EQ(graded.at("labs").at(0), first);  // durations and all: it did not run again
  EXPECT_EQ(graded.at("score"), points());
  EXPECT_EQ(graded.at("complete"), true);
  expect_says(grade("--resume"), 0, kept(lab_count()));
}

TEST_F(ResumeTestSlow, keeps_labs_that_were_not_asked_for) {
  json course = json::parse(read(course_ / "labs/course.json"));
  course["labs"] = {"01_merge", "02_launch"};  // no lab that depends on what changes
  write(course_ / "labs/course.json", course.dump());
  EXPECT_EQ(grade().code, 0);
  const json before = report();
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade("--resume --lab 2"), 0,
              "0 of 1 labs are kept from report.json, with 1 that was not asked for");
  const json graded = report();
  ASSERT_EQ(graded.at("labs").size(), lab_count());
  EXPECT_EQ(graded.at("labs").at(0), before.at("labs").at(0));
  EXPECT_NE(graded.at("labs").at(1).at("inputs"), before.at("labs").at(1).at("inputs"));
  EXPECT_EQ(graded.at("score"), points());
  EXPECT_EQ(graded.at("complete"), true);
}

TEST_F(ResumeTestSlow, refuses_to_lose_a_lab_that_was_not_asked_for_and_no_longer_holds) {
  EXPECT_EQ(grade().code, 0);
  const std::string before = read(folder_ / "report.json");
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade("--resume --lab 1"), 2, "outdated results: 02_launch");
  EXPECT_EQ(read(folder_ / "report.json"), before);
}

TEST_F(ResumeTestSlow, an_interrupted_report_stays_incomplete_until_all_its_labs_are_there) {
  EXPECT_EQ(grade("--lab 1").code, 0);
  json interrupted = report();
  EXPECT_EQ(interrupted.at("asked"), json::array({"01_merge"}));
  EXPECT_EQ(interrupted.at("complete"), true);
  interrupted["asked"].push_back("02_launch");
  interrupted["complete"] = false;
  write(folder_ / "report.json", interrupted.dump());
  EXPECT_EQ(grade("--resume --lab 1").code, 0);
  EXPECT_EQ(report().at("complete"), false);
  EXPECT_EQ(grade("--resume --lab 2").code, 0);
  EXPECT_EQ(report().at("complete"), true);
}

TEST_F(ResumeTestSlow, a_new_grading_says_which_labs_of_the_same_submission_it_drops) {
  EXPECT_EQ(grade().code, 0);
  expect_says(grade("--lab 1"), 0, "note: report.json will no longer have 02_launch",
              "; --resume keeps them\n");
  EXPECT_EQ(report().at("labs").size(), 1U);
  EXPECT_FALSE(contains(grade("--lab 1").text, "note:"));
}

TEST_F(ResumeTest, needs_a_file) {
  expect_says(grade("--resume --json -"), 2, "--resume needs a report in a file");
}

TEST_F(ResumeTest, takes_no_part_of_a_lab) {
  expect_says(grade("--resume --case plain"), 2, "--resume applies to whole labs");
}

TEST_F(ResumeTestSlow, grades_anew_what_has_changed) {
  EXPECT_EQ(grade().code, 0);
  replace(mine_ / "01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(grade("--resume"), 0, kept(0));  // lab 2 includes lab 1's file
  EXPECT_LT(report().at("score"), points());
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade("--resume"), 0, kept(1));
  expect_says(grade("--resume --seed 7"), 0, kept(0));
}

TEST_F(ResumeTestSlow, grades_everything_without_a_report_and_refuses_what_is_none) {
  expect_says(grade("--resume"), 0, kept(0));
  for (const char* text : {"", "{", "[]", "{\"schema\": \"mergelab.report/1\"}", "\x7f\x45LF"}) {
    write(folder_ / "report.json", text);
    expect_says(grade("--resume"), 2, "leave out --resume");
    EXPECT_EQ(read(folder_ / "report.json"), text);
  }
}

}  // namespace
}  // namespace mergelab
