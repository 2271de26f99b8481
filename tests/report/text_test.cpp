// The texts for a terminal: verbatim by golden files, and properties of all of them.
#include "golden.hpp"
#include "report/page.hpp"
#include "report/trace_story.hpp"
#include "samples.hpp"

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

TextStyle style_with(bool TextStyle::*flag, bool value = true) {
  TextStyle result = style();
  result.*flag = value;
  return result;
}

TEST(Text, looks_as_it_always_did) {
  const TextStyle verbose = style_with(&TextStyle::verbose), colour = style_with(&TextStyle::colour),
                  ascii = style_with(&TextStyle::unicode, false);
  const LabResult tiled = samples::tiled_kernel();
  const Grading course = samples::course();
  std::string lines;
  for (const LabResult& lab : all_labs()) lines += lab_line(lab, style());
  const std::pair<const char*, std::string> looks[] = {
      {"lab", lab_text(tiled, style())},
      {"lab_verbose", lab_text(tiled, verbose)},
      {"lab_colour", lab_text(tiled, colour)},
      {"lab_ascii", lab_text(tiled, ascii)},
      {"lab_narrow", lab_text(tiled, style(56))},
      {"lab_skeleton", lab_text(samples::skeleton(), style())},
      {"lab_not_compiling", lab_text(samples::not_compiling(), style())},
      {"lab_record_not_compiling", lab_text(samples::record_not_compiling(), style())},
      {"lab_perfect", lab_text(samples::perfect(), style())},
      {"lab_missing", lab_text(samples::missing(), style())},
      {"lab_grader_failed", lab_text(samples::failed_grader(), style())},
      {"lab_hostile", lab_text(samples::hostile(), style())},
      {"lab_late", lab_text(samples::late_course().labs[0], style())},
      {"lab_lines", lines},
      {"table", table_text(course, style())},
      {"table_ascii", table_text(course, ascii)},
      {"table_colour", table_text(course, colour)},
      {"table_narrow", table_text(course, style(56))},
      {"table_verbose", table_text(course, verbose)},
      {"table_incomplete", table_text(samples::incomplete_course(), style())},
      {"table_late", table_text(samples::late_course(), style())},
  };
  for (const auto& [section, text] : looks) expect_golden("terminal.txt", text, section);
}

TEST(LabText, offers_the_case_that_broke_a_rule_whatever_item_is_lost_by_it) {
  LabResult lab = samples::tiled_kernel();
  ItemResult& edges = lab.items.at(1);
  edges.status = edges.tests.front().outcome.verdict = Verdict::checker_violation;
  edges.message = edges.tests.front().outcome.message = "ties/same: thread 1 reads tileA[1]";
  edges.of_test = "ties/same";
  EXPECT_TRUE(contains(lab_text(lab, style()), "again: ./lab run 4 --case ties/same\n"));
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
  EXPECT_TRUE(contains(some, "✓ merges  17.5 / 17.5   plain, edges\n"));
  EXPECT_TRUE(contains(some, "✗ ties       0 / 4")) << "what was lost has its own line";
  for (ItemResult& item : lab.items) item.status = Verdict::passed;
  const std::string all = lab_text(lab, style());
  EXPECT_TRUE(contains(all, "   merges whatever it gets\n"));
  EXPECT_FALSE(contains(all, "ties"));
}
TEST(LabText, tells_of_each_item_of_a_group_when_verbose) {
  const TextStyle verbose = style_with(&TextStyle::verbose);
  EXPECT_EQ(lab_text(grouped(), verbose), lab_text(samples::tiled_kernel(), verbose));
}
TEST(LabText, shows_the_warnings_of_what_compiled_once) {
  LabResult lab = samples::perfect();
  const std::string warning = "a.cuh:3: warning: no return statement in function returning non-void";
  for (BuildResult& build : lab.builds) build.log = warning + "\n";
  EXPECT_EQ(occurrences(lab_text(lab, style()), warning), 1U);
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

TEST(Text, has_no_escape_without_colour) { EXPECT_FALSE(contains(everything(style()), '\x1b')); }

TEST(Text, has_only_its_own_escapes_with_colour) {
  const TextStyle colour = style_with(&TextStyle::colour);
  const std::string text = everything(colour);
  std::size_t own = 0;
  for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"})
    own += occurrences(text, code);
  EXPECT_GT(own, 0U);
  EXPECT_EQ(occurrences(text, "\x1b"), own);
}

TEST(Text, says_the_same_with_and_without_colour) {
  const TextStyle colour = style_with(&TextStyle::colour);
  EXPECT_EQ(clean(everything(colour)), everything(style()));
}

TEST(Text, is_ascii_when_asked) {
  const TextStyle ascii = style_with(&TextStyle::unicode, false);
  const std::string text = everything(ascii);
  EXPECT_TRUE(
      std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST(Text, has_no_trailing_blanks) { EXPECT_FALSE(contains(everything(style()), " \n")); }

TEST(Text, shows_no_value_of_a_hidden_case) {
  const TextStyle verbose = style_with(&TextStyle::verbose);
  const std::string text = lab_text(samples::tiled_kernel(), verbose);
  EXPECT_FALSE(contains(text, "123456"));
  EXPECT_FALSE(contains(text, "secret_"));
  EXPECT_TRUE(contains(text, "3 hidden cases: 1 failed"));
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
  EXPECT_TRUE(contains(text, "… 19 more lines"));
  EXPECT_FALSE(contains(text, "line 6"));
  EXPECT_TRUE(contains(text, "… 3 more lines"));
}

TEST(Words, of_every_verdict_are_explained_to_students) {
  const std::string page = read_text(std::filesystem::path(MERGELAB_SOURCE_DIR) / "docs/student.md");
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::string row =
        "\n| " + std::string(phrase(verdict)) + " | `" + std::string(to_string(verdict)) + "` | ";
    EXPECT_TRUE(contains(page, row)) << row;
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
  EXPECT_TRUE(contains(
      text, "########    74%      4.8     4.0       1.00   32.0  merge_tiled.cuh:48  tileA[i] = A[i];\n",
      "###.....    26%                        2.00   15.5  co_rank.cuh:19  if (A[i]"));
  EXPECT_FALSE(contains(text, "low = i + 1"));
}

using Lines = std::vector<std::string>;

TEST(Clean, removes_escape_sequences_whole) {
  EXPECT_EQ(clean("a\x1b[1;31mb\x1b[0m\x1b]0;title\ac\x1b(Bd\x1b"
                  "7e"),
            "abcde");
}
TEST(Clean, removes_a_sequence_without_its_end_and_no_more) {
  EXPECT_EQ(clean("a\x1b]0;title\nb\x1b[12\nc\x1b"), "a\nb\nc");
}
TEST(Clean, removes_control_characters_but_newline_and_tab) {
  EXPECT_EQ(clean(std::string_view("a\0\b\v\x7f\t\xc2\x9b"
                                   "b\n",
                                   10)),
            "a\tb\n");
}
TEST(Clean, removes_characters_that_reorder_a_line) { EXPECT_EQ(clean("a\u202E\u2066b\u200F"), "ab"); }
TEST(Clean, makes_carriage_returns_newlines) { EXPECT_EQ(clean("a\r\nb\rc"), "a\nb\nc"); }
TEST(Clean, replaces_what_is_not_utf8) {
  EXPECT_EQ(clean("\xff"
                  "a"),
            "\uFFFDa");
  EXPECT_EQ(clean("a\xc3"), "a\uFFFD");                              // cut short
  EXPECT_EQ(clean("\xc0\xaf"), "\uFFFD\uFFFD");                      // overlong
  EXPECT_EQ(clean("\xe0\x80\xaf"), "\uFFFD\uFFFD\uFFFD");            // overlong too
  EXPECT_EQ(clean("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");            // a surrogate
  EXPECT_EQ(clean("\xf4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // past U+10FFFF
}
TEST(Clean, keeps_valid_text) { EXPECT_EQ(clean("a é ≤ \U0001F600"), "a é ≤ \U0001F600"); }

TEST(ToAscii, writes_common_signs_out) { EXPECT_EQ(to_ascii("‘a’ ≤ b…é"), "'a' <= b...?"); }

TEST(Wrap, breaks_between_words) { EXPECT_EQ(wrap("one two three", 8), (Lines{"one two", "three"})); }
TEST(Wrap, fills_a_line_exactly) { EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"})); }
TEST(Wrap, never_breaks_a_word) {
  EXPECT_EQ(wrap("a incomprehensible b", 6), (Lines{"a", "incomprehensible", "b"}));
}
TEST(Wrap, counts_characters_and_not_bytes) { EXPECT_EQ(wrap("ééé ééé", 7), Lines{"ééé ééé"}); }
TEST(Wrap, keeps_indentation_and_inner_spaces) {
  EXPECT_EQ(wrap("  12 |   x\n     |   ^ here", 40), (Lines{"  12 |   x", "     |   ^ here"}));
}
TEST(Wrap, continues_at_a_lines_own_indentation) {
  EXPECT_EQ(wrap("  one two", 6), (Lines{"  one", "  two"}));
}
TEST(Wrap, expands_tabs) { EXPECT_EQ(wrap("ab\tc", 40), Lines{"ab      c"}); }
TEST(Wrap, drops_blank_lines_at_both_ends) { EXPECT_EQ(wrap("\n\na\n\nb\n\n", 40), (Lines{"a", "", "b"})); }
TEST(Wrap, has_no_lines_for_no_text) { EXPECT_TRUE(wrap("", 40).empty()); }
TEST(Wrap, ends_for_blanks_alone) { EXPECT_TRUE(wrap(std::string(200, ' '), 40).empty()); }

TEST(Cut, keeps_short_text) { EXPECT_EQ(cut("abc", 3), "abc"); }
TEST(Cut, says_what_was_cut) { EXPECT_EQ(cut("abcdef", 3), "abc\n[cut: the first 3 of 6 bytes]"); }
TEST(Cut, does_not_split_a_character) { EXPECT_EQ(cut("aéé", 2), "a\n[cut: the first 1 of 5 bytes]"); }

// Which threads of a phase behave the same.

using Threads = std::map<int, ThreadPart>;

/// Reads A[0] = 7 `reads` times and writes `value` to the array 3 at `index` and 10 behind it.
ThreadPart part(int index, int value, int reads = 2) {
  ThreadPart part;
  part.read.assign(static_cast<std::size_t>(reads), Cell{0, 0, 7});
  part.written = {Cell{3, index, value}, Cell{3, index + 10, value}};
  return part;
}

std::vector<std::vector<int>> groups(const Threads& threads, const std::vector<int>& alone = {}) {
  std::vector<std::vector<int>> all;
  for (const ThreadGroup& group : group_threads(threads, alone)) all.push_back(group.threads);
  return all;
}

using Groups = std::vector<std::vector<int>>;

TEST(ThreadGroup, write_the_same_values_each_as_far_behind_the_one_before_it) {
  const Threads threads{{0, part(5, 1)}, {1, part(8, 1)}, {2, part(11, 1)}, {4, part(17, 1)}};
  const std::vector<ThreadGroup> found = group_threads(threads, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].threads, (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(found[0].steps, (std::map<int, int>{{0, 0}, {3, 3}}));
}

TEST(ThreadGroup, may_write_the_same_element) {
  const std::vector<ThreadGroup> found = group_threads({{0, part(5, 1)}, {7, part(5, 1)}}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].steps.at(3), 0);
}

TEST(ThreadGroup, differ_in_a_value_a_place_and_a_count) {
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 2)}}), (Groups{{0}, {1}}));
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 1)}, {2, part(3, 1)}}), (Groups{{0, 1}, {2}}));
  EXPECT_EQ(groups({{0, part(0, 1)}, {2, part(1, 1)}}), (Groups{{0}, {2}}));  // half an element per thread
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 1, 3)}}), (Groups{{0}, {1}}));
  Threads uneven{{0, part(0, 1)}, {1, part(1, 1)}};
  ++uneven[1].written[1].index;
  EXPECT_EQ(groups(uneven), (Groups{{0}, {1}}));
  Threads elsewhere{{0, part(0, 1)}, {1, part(0, 1)}};
  elsewhere[1].written[1].array = 4;
  EXPECT_EQ(groups(elsewhere), (Groups{{0}, {1}}));
}

TEST(ThreadGroup, need_not_be_neighbours_and_stand_alone_where_that_is_wanted) {
  const Threads threads{{0, part(0, 1)}, {1, part(0, 2)}, {2, part(2, 1)}, {3, part(0, 2)}};
  EXPECT_EQ(groups(threads), (Groups{{0, 2}, {1, 3}}));
  EXPECT_EQ(groups(threads, {2}), (Groups{{0}, {1, 3}, {2}}));
  EXPECT_EQ(groups(threads, {1}), (Groups{{0, 2}, {1}, {3}}));
}

}  // namespace
}  // namespace mergelab::report
