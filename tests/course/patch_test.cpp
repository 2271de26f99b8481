// A patch is applied exactly, or refused with the error.
#include "course/patch.hpp"

#include "course/course.hpp"
#include "support/test.hpp"

namespace mergelab::course {
namespace {

const std::string kText = "one\ntwo\n\nthree\nfour\nfive\n";
const std::string kHeader = "Loses: plain. Why.\n\n--- base.cuh\n+++ wrong/x.cuh\n";
const std::string kChange = "@@ -1,4 +1,4 @@\n one\n-two\n+2\n\n three\n";

std::string patched(const std::string& hunks, const std::string& text = kText) {
  return apply_patch(read_patch(kHeader + hunks, "x.patch"), text, "x.patch");
}

std::string refusal_of(const std::string& patch, const std::string& text = kText) {
  return error_of<Error>([&] { return apply_patch(read_patch(patch, "x.patch"), text, "x.patch"); });
}

TEST(Patch, has_a_header_and_a_base) {
  const Patch patch = read_patch(kHeader + kChange, "x.patch");
  EXPECT_EQ(patch.header, "Loses: plain. Why.\n\n");
  EXPECT_EQ(patch.base, "base.cuh");
  EXPECT_EQ(read_patch("--- a b.cuh\t2024-01-01\n+++ x\n" + kChange, "x.patch").base, "a b.cuh");
}

TEST(Patch, changes_adds_and_removes_lines) {
  EXPECT_EQ(patched(kChange), "one\n2\n\nthree\nfour\nfive\n");
  EXPECT_EQ(patched("@@ -4,2 +4,3 @@\n three\n+more\n four\n"), "one\ntwo\n\nthree\nmore\nfour\nfive\n");
  EXPECT_EQ(patched("@@ -5,2 +5 @@\n four\n-five\n"), "one\ntwo\n\nthree\nfour\n");
  EXPECT_EQ(patched(kChange + "@@ -6 +6 @@\n-five\n+5\n"), "one\n2\n\nthree\nfour\n5\n");
}

TEST(Patch, is_placed_by_its_lines_and_not_by_its_numbers) {
  EXPECT_EQ(patched(kChange, "new\n" + kText), "new\none\n2\n\nthree\nfour\nfive\n");
}

TEST(Patch, whose_lines_are_not_there_is_refused) {
  EXPECT_EQ(refusal_of(kHeader + kChange + "@@ -5,2 +5,2 @@\n four\n-six\n+6\n"),
            "x.patch: hunk 2 does not match base.cuh; remake the patch against it");
  EXPECT_EQ(refusal_of(kHeader + "@@ -1 +1 @@\n-one \n+1\n"),
            "x.patch: hunk 1 does not match base.cuh; remake the patch against it")
      << "a blank more";
  EXPECT_EQ(refusal_of(kHeader + "@@ -5 +5 @@\n-four\n+4\n@@ -1 +1 @@\n-one\n+1\n"),
            "x.patch: hunk 2 does not match base.cuh; remake the patch against it")
      << "hunks go from top to bottom";
}

TEST(Patch, whose_lines_are_there_twice_is_refused) {
  EXPECT_EQ(refusal_of(kHeader + kChange, kText + kText),
            "x.patch: hunk 1 matches more than one place of base.cuh; remake the patch against it");
}

TEST(Patch, that_is_none_is_refused) {
  EXPECT_EQ(refusal_of("Loses: plain.\n"),
            "x.patch:2: expected a unified diff, which begins with '--- FILE'");
  EXPECT_EQ(refusal_of("--- a\n@@ -1 +1 @@\n"), "x.patch:2: expected '+++ FILE'");
  EXPECT_EQ(refusal_of("--- a\n+++ b\n"), "x.patch:3: expected '@@ -LINE,COUNT +LINE,COUNT @@'");
  EXPECT_EQ(refusal_of("--- a\n+++ b\n@@ 1 @@\n"), "x.patch:3: expected '@@ -LINE,COUNT +LINE,COUNT @@'");
  EXPECT_EQ(refusal_of(kHeader + "@@ -1 +1 @@\n-one\n+1\n\\ No newline at end of file\n"),
            "x.patch:8: a line of a hunk begins with ' ', '-' or '+'");
}

TEST(Patch, that_was_cut_off_is_refused) {
  EXPECT_EQ(refusal_of(kHeader + "@@ -1,4 +1,4 @@\n one\n-two\n+2\n"),
            "x.patch: hunk 1 has 2 lines before and 2 after, its '@@' line says 4 and 4");
}

}  // namespace
}  // namespace mergelab::course
