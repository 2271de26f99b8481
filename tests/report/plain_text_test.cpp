#include "report/plain_text.hpp"

#include <gtest/gtest.h>

namespace mergelab::report {
namespace {

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

}  // namespace
}  // namespace mergelab::report
