// The texts for a terminal: verbatim by golden files, and properties of all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "golden.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"
#include "samples.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::report {
namespace {

using samples::occurrences;
using samples::style;

std::vector<LabResult> all_labs() {
  return {samples::tiled_kernel(),         samples::skeleton(), samples::not_compiling(),
          samples::record_not_compiling(), samples::perfect(),  samples::missing(),
          samples::failed_grader(),        samples::hostile()};
}

std::string everything(const TextStyle& style) {
  std::string text = table_text(samples::course(), style) + table_text(samples::incomplete_course(), style);
  for (const LabResult& lab : all_labs()) text += lab_text(lab, style) + lab_line(lab, style);
  return text;
}

TEST(LabText, tells_what_was_lost_and_how_to_run_it_again) {
  expect_golden("terminal.txt", lab_text(samples::tiled_kernel(), style()), "lab");
}
TEST(LabText, lists_every_test_when_verbose) {
  TextStyle verbose = style();
  verbose.verbose = true;
  expect_golden("terminal.txt", lab_text(samples::tiled_kernel(), verbose), "lab_verbose");
}
TEST(LabText, offers_the_case_that_broke_a_rule_whatever_item_is_lost_by_it) {
  LabResult lab = samples::tiled_kernel();
  ItemResult& edges = lab.items.at(1);
  edges.status = edges.tests.front().outcome.verdict = Verdict::checker_violation;
  edges.message = edges.tests.front().outcome.message = "ties/same: thread 1 reads tileA[1]";
  edges.of_test = "ties/same";
  EXPECT_NE(lab_text(lab, style()).find("again: ./lab run 4 --case ties/same\n"), std::string::npos);
}
LabResult grouped() {
  LabResult lab = samples::tiled_kernel();
  for (ItemResult& item : lab.items) {
    if (item.id == "time" || item.id == "loads") continue;
    item.group = "merges";
    item.group_about = "merges whatever it gets";
  }
  return lab;
}
TEST(LabText, tells_of_the_passed_items_of_a_group_in_one_line) {
  LabResult lab = grouped();
  const std::string some = lab_text(lab, style());
  EXPECT_NE(some.find("✓ merges  17.5 / 17.5   plain, edges\n"), std::string::npos) << some;
  EXPECT_NE(some.find("✗ ties       0 / 4"), std::string::npos) << "what was lost has its own line\n" << some;
  for (ItemResult& item : lab.items) item.status = Verdict::passed;
  const std::string all = lab_text(lab, style());
  EXPECT_NE(all.find("   merges whatever it gets\n"), std::string::npos) << all;
  EXPECT_EQ(all.find("ties"), std::string::npos) << all;
}
TEST(LabText, tells_of_each_item_of_a_group_when_verbose) {
  TextStyle verbose = style();
  verbose.verbose = true;
  EXPECT_EQ(lab_text(grouped(), verbose), lab_text(samples::tiled_kernel(), verbose));
}
TEST(LabText, uses_colours_when_asked) {
  TextStyle colour = style();
  colour.colour = true;
  expect_golden("terminal.txt", lab_text(samples::tiled_kernel(), colour), "lab_colour");
}
TEST(LabText, uses_ascii_when_asked) {
  TextStyle ascii = style();
  ascii.unicode = false;
  expect_golden("terminal.txt", lab_text(samples::tiled_kernel(), ascii), "lab_ascii");
}
TEST(LabText, wraps_on_a_narrow_terminal) {
  expect_golden("terminal.txt", lab_text(samples::tiled_kernel(), style(56)), "lab_narrow");
}
TEST(LabText, says_one_cause_once_for_a_skeleton) {
  expect_golden("terminal.txt", lab_text(samples::skeleton(), style()), "lab_skeleton");
}
TEST(LabText, shows_the_compilers_words_once) {
  expect_golden("terminal.txt", lab_text(samples::not_compiling(), style()), "lab_not_compiling");
}
TEST(LabText, shows_the_warnings_of_what_compiled_once) {
  LabResult lab = samples::perfect();
  const std::string warning = "a.cuh:3: warning: no return statement in function returning non-void";
  for (BuildResult& build : lab.builds) build.log = warning + "\n";
  EXPECT_EQ(occurrences(lab_text(lab, style()), warning), 1U);
}
TEST(LabText, names_the_element_type_that_does_not_compile) {
  expect_golden("terminal.txt", lab_text(samples::record_not_compiling(), style()),
                "lab_record_not_compiling");
}
TEST(LabText, is_short_when_everything_passed) {
  expect_golden("terminal.txt", lab_text(samples::perfect(), style()), "lab_perfect");
}
TEST(LabText, says_when_a_file_is_missing) {
  expect_golden("terminal.txt", lab_text(samples::missing(), style()), "lab_missing");
}
TEST(LabText, gives_no_score_when_the_grader_failed) {
  expect_golden("terminal.txt", lab_text(samples::failed_grader(), style()), "lab_grader_failed");
}
TEST(LabText, disarms_what_a_process_wrote) {
  expect_golden("terminal.txt", lab_text(samples::hostile(), style()), "lab_hostile");
}
TEST(TableText, has_a_line_per_lab_and_the_total) {
  expect_golden("terminal.txt", table_text(samples::course(), style()), "table");
}
TEST(TableText, uses_ascii_when_asked) {
  TextStyle ascii = style();
  ascii.unicode = false;
  expect_golden("terminal.txt", table_text(samples::course(), ascii), "table_ascii");
}
TEST(TableText, uses_colours_when_asked) {
  TextStyle colour = style();
  colour.colour = true;
  expect_golden("terminal.txt", table_text(samples::course(), colour), "table_colour");
}
TEST(TableText, gives_up_the_bar_on_a_narrow_terminal) {
  expect_golden("terminal.txt", table_text(samples::course(), style(56)), "table_narrow");
}
TEST(TableText, says_why_there_is_no_total) {
  expect_golden("terminal.txt", table_text(samples::incomplete_course(), style()), "table_incomplete");
}
TEST(TableText, names_device_and_compiler_when_verbose) {
  TextStyle verbose = style();
  verbose.verbose = true;
  expect_golden("terminal.txt", table_text(samples::course(), verbose), "table_verbose");
}
TEST(TableText, has_a_line_for_each_deduction_and_names_the_settings) {
  expect_golden("terminal.txt", table_text(samples::late_course(), style()), "table_late");
}
TEST(LabText, has_a_line_for_each_deduction) {
  expect_golden("terminal.txt", lab_text(samples::late_course().labs[0], style()), "lab_late");
}
TEST(LabLine, aligns_from_lab_to_lab) {
  std::string text;
  for (const LabResult& lab : all_labs()) text += lab_line(lab, style());
  expect_golden("terminal.txt", text, "lab_lines");
}

TEST(Text, stays_within_its_width_but_for_commands_and_long_words) {
  for (int width = 40; width <= 130; ++width) {
    TextStyle verbose = style(width);
    verbose.verbose = width % 2 == 0;
    std::istringstream lines(everything(verbose));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("again:") != std::string::npos) continue;
      const bool row = line.find(" / ") != std::string::npos;  // cells of a table are never broken
      if (row && width < 66) continue;
      EXPECT_LE(columns(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(Text, has_no_escape_without_colour) { EXPECT_EQ(everything(style()).find('\x1b'), std::string::npos); }

TEST(Text, has_only_its_own_escapes_with_colour) {
  TextStyle colour = style();
  colour.colour = true;
  const std::string text = everything(colour);
  std::size_t own = 0;
  for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"}) {
    own += occurrences(text, code);
  }
  EXPECT_GT(own, 0U);
  EXPECT_EQ(occurrences(text, "\x1b"), own);
}

TEST(Text, says_the_same_with_and_without_colour) {
  TextStyle colour = style();
  colour.colour = true;
  EXPECT_EQ(clean(everything(colour)), everything(style()));
}

TEST(Text, is_ascii_when_asked) {
  TextStyle ascii = style();
  ascii.unicode = false;
  const std::string text = everything(ascii);
  EXPECT_TRUE(
      std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST(Text, has_no_trailing_blanks) { EXPECT_EQ(everything(style()).find(" \n"), std::string::npos); }

TEST(Text, shows_no_value_of_a_hidden_case) {
  TextStyle verbose = style();
  verbose.verbose = true;
  const std::string text = lab_text(samples::tiled_kernel(), verbose);
  EXPECT_EQ(text.find("123456"), std::string::npos);
  EXPECT_EQ(text.find("secret_"), std::string::npos);
  EXPECT_NE(text.find("3 hidden cases: 1 failed"), std::string::npos);
}

TEST(Text, says_a_hint_once) {
  LabResult lab = samples::tiled_kernel();
  for (ItemResult& item : lab.items) {
    item.status = Verdict::wrong_answer;
    item.hint = "look at the barrier";
  }
  const std::string text = lab_text(lab, style());
  EXPECT_EQ(occurrences(text, "look at the barrier"), 1U) << text;
  EXPECT_EQ(occurrences(text, "as for " + lab.items.front().id), lab.items.size() - 1) << text;
}

TEST(Text, cuts_a_long_message_and_a_long_log) {
  LabResult lab = samples::record_not_compiling();
  for (int i = 0; i < 40; ++i) lab.builds[1].log += "note: more\n";
  std::string lines;
  for (int i = 0; i < 9; ++i) lines += "line " + std::to_string(i) + "\n";
  lab.items[1].message = lines;
  const std::string text = lab_text(lab, style());
  EXPECT_EQ(occurrences(text, "note: more"), 21U);  // of 25 lines, 4 are the first error
  EXPECT_NE(text.find("… 19 more lines"), std::string::npos);
  EXPECT_EQ(text.find("line 6"), std::string::npos);
  EXPECT_NE(text.find("… 3 more lines"), std::string::npos);
}

TEST(Words, of_every_verdict_are_explained_to_students) {
  const std::string page = read_text(std::filesystem::path(MERGELAB_SOURCE_DIR) / "docs/student.md");
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::string row =
        "\n| " + std::string(phrase(verdict)) + " | `" + std::string(to_string(verdict)) + "` | ";
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(FailureText, tells_of_a_broken_rule_though_the_output_is_right) {
  Observation test;
  test.test = "plain/one_tile";
  test.outcome.verdict = Verdict::passed;
  EXPECT_EQ(failure_text(test, style()), "");
  test.outcome.violations = {{"race", {}, "thread 1 writes bounds[1]", "is a __syncthreads() missing?"}};
  EXPECT_EQ(failure_text(test, style()),
            "  ✗ plain/one_tile: thread 1 writes bounds[1]\n    is a __syncthreads() missing?\n");
  test.hidden = true;
  EXPECT_EQ(failure_text(test, style()), "");
}

TEST(ProfileText, shows_hot_lines_with_their_share_and_leaves_cold_ones_out) {
  Observation test;
  test.test = "loads/eight_sections";
  test.outcome.lines = {{"merge_tiled.cuh", 48, "tileA[i] = A[i];", 10, 48, 40, 10, 10, 20, 640},
                        {"co_rank.cuh", 19, "if (A[i] <= B[k - i - 1]) {", 0, 0, 0, 20, 10, 10, 155},
                        {"co_rank.cuh", 20, "low = i + 1;", 0, 0, 0, 0, 0, 0, 0}};
  TextStyle style;
  style.unicode = false;
  const std::string text = profile_text("Tiled kernel", test, style);
  EXPECT_NE(
      text.find("########    74%      4.8     4.0       1.00   32.0  merge_tiled.cuh:48  tileA[i] = A[i];\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("###.....    26%                        2.00   15.5  co_rank.cuh:19  if (A[i]"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("low = i + 1"), std::string::npos) << text;
}

}  // namespace
}  // namespace mergelab::report
