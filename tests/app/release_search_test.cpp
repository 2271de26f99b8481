// Finds pieces of a solution in any context; public text is not a piece.
#include "app/course_files/release.hpp"
#include "app/course_files/search.hpp"
#include "support/test.hpp"

namespace mergelab::app::releases {
namespace {

constexpr const char* kSolution = R"(// The file's own words.
int f(const int* a, int count) {
  // TODO 1 begin: the greatest
  int best = a[0];  // there is one
  for (int i = 1; i < count; ++i) {
    if (a[i] > best) best = a[i];
  }
  return best;
  // TODO 1 end
}
int g(int start, int i, int size) {
  // TODO 2 begin
  const int place = start + i;
  return place < size ? place : place - size;
  // TODO 2 end
}
)";
constexpr const char* kSkeleton = R"(int f(const int* a, int count) {
  // TODO 1 begin: the greatest
  LAB_TODO(1);
  // TODO 1 end
}
int g(int start, int i, int size) {
  // TODO 2 begin
  LAB_TODO(2);
  // TODO 2 end
}
)";

std::vector<Leak> leaks_in(const std::string& text) {
  SolutionSearch search;
  search.add_solution("f.cuh", kSolution);
  search.allow(kSkeleton);
  return search.find(text);
}

TEST(SolutionSearch, finds_lines_in_a_page_and_says_where) {
  const std::vector<Leak> leaks = leaks_in(
      "Some words.\n\n```\n    int best = a[0];\n    for (int i = 1; i < count; ++i) {\n        if (a[i] > "
      "best) best = a[i];\n```\nThe end.\n");
  ASSERT_EQ(leaks.size(), 1U);
  EXPECT_EQ(leaks[0].first_line, 4);
  EXPECT_EQ(leaks[0].last_line, 6);
  EXPECT_EQ(leaks[0].solution, "f.cuh");
  EXPECT_EQ(leaks[0].solution_line, 4);
}

TEST(SolutionSearch, finds_texts_of_a_program) {
  using namespace std::string_literals;
  const std::string program =
      "\x7f"
      "ELF\0\0abc\0"s +
      kSolution +
      "\0\xff"
      "GLIBC_2.34\0"s;
  EXPECT_EQ(texts_in(program), kSolution + "\nGLIBC_2.34\n"s);
  EXPECT_FALSE(leaks_in(texts_in(program)).empty());
  EXPECT_TRUE(leaks_in(texts_in("\0\1"s + kSkeleton)).empty());
}

TEST(SolutionSearch, finds_lines_in_any_context) {
  for (
      const char* text : {
          // commented out
          "// int best = a[0];\n// for (int i = 1; i < count; ++i) {\n//   if (a[i] > best) best = a[i];\n",
          // added by a patch
          "+int best = a[0];\n+for (int i = 1; i < count; ++i) {\n+  if (a[i] > best) best = a[i];\n",
          // a literal
          R"(text = "int best = a[0];\n  for (int i = 1; i < count; ++i) {\n    if (a[i] > best) best = a[i];\n";)",
          // lines of JSON
          "[\"  int best = a[0];  // one\",\n \"  for (int i = 1; i < count; ++i) {\",\n \"    if (a[i] > "
          "best) best = a[i];\"]\n",
          // a page of HTML
          "int best = a[0];\nfor (int i = 1; i &lt; count; ++i) {\n  if (a[i] &gt; best) best = a[i];\n",
          // other line breaks
          "int best=a[0]; for (int i=1;\ni<count;++i) { if (a[i]>best)\nbest=a[i]; }",
          // other names
          "int largest = keys[0];\nfor (int k = 1; k < length; ++k) {\n  if (keys[k] > largest) largest = "
          "keys[k];\n}\nreturn largest;\n",
          // a region of two lines
          "const int place = start + i;\nreturn place < size ? place : place - size;\n",
      })
    EXPECT_EQ(leaks_in(text).size(), 1U) << text;
}

TEST(SolutionSearch, lets_skeletons_and_single_lines_pass) {
  EXPECT_TRUE(leaks_in(kSkeleton).empty());
  EXPECT_TRUE(leaks_in("`int best = a[0];` begins with the first element.\n").empty());
  EXPECT_TRUE(leaks_in("The file's own words.\n").empty());
  EXPECT_TRUE(leaks_in("").empty());
}

}  // namespace
}  // namespace mergelab::app::releases
