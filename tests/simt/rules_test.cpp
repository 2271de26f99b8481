// Rules files: which rule decides, and what is said of a file that is no rules file.
#include "simt/cxx/rules.hpp"

#include <gtest/gtest.h>

namespace simt::cxx {
namespace {

TEST(Rules, let_the_first_that_fits_decide) {
  const Rules rules("allow word __builtin_expect\nrefuse word __builtin_* | {} is not CUDA's\n");
  EXPECT_EQ(rules.refusal(RuleKind::word, "__builtin_expect"), nullptr);
  ASSERT_NE(rules.refusal(RuleKind::word, "__builtin_trap"), nullptr);
  EXPECT_EQ(rules.refusal(RuleKind::word, "other"), nullptr);
  EXPECT_EQ(rules.refusal(RuleKind::import, "__builtin_trap"), nullptr);
}

TEST(Rules, take_blanks_and_paths_as_they_are) {
  const Rules rules("# a comment\n\n  allow include /opt/a course/*\r\nrefuse include * | no\n");
  EXPECT_EQ(rules.refusal(RuleKind::include, "/opt/a course/lab.cuh"), nullptr);
  EXPECT_NE(rules.refusal(RuleKind::include, "/opt/a"), nullptr);
}

TEST(Rules, say_which_line_is_wrong) {
  for (const char* wrong : {"refuse word asm", "refuse wrod asm | no", "deny word asm | no", "allow word"}) {
    try {
      const Rules rules(std::string("\n") + wrong + "\n");
      ADD_FAILURE() << wrong;
    } catch (const RuleError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("rules line 2: ", 0), 0u) << error.what();
    }
  }
}

TEST(Rules, put_what_was_found_into_the_sentence) {
  const Rules rules("refuse import * | {} is not there to be called\n");
  const Breach expected{"a.cuh", 7, "exit is not there to be called"};
  EXPECT_EQ(breach(*rules.refusal(RuleKind::import, "exit"), "exit", "a.cuh", 7), expected);
}

TEST(RulePattern, stands_for_any_characters_at_its_stars) {
  EXPECT_TRUE(fits("exit", "exit"));
  EXPECT_FALSE(fits("exit", "_exit"));
  EXPECT_TRUE(fits("_Z*cuda*", "_Z10cudaMemcpyPvPKv"));
  EXPECT_FALSE(fits("_Z*cuda*", "_Z4exit"));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_FALSE(fits("a*b", "abc"));
}

}  // namespace
}  // namespace simt::cxx
