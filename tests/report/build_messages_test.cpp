// What the short report takes from a compiler's messages: warnings, variables without a value, errors.
#include "report/causes.hpp"
#include "report/phrases.hpp"
#include "samples.hpp"
#include "support/test.hpp"

namespace mergelab::report {
namespace {

using samples::missing_barrier;
using samples::style;

TEST(ShortText, shows_warnings_in_run_and_watch) {
  LabResult passed = samples::perfect();
  passed.builds.front().log =
      "a.cuh: In function 'int f()':\na.cuh:3:7: warning: unused variable 'k' [-Wunused-variable]\n    3 |  "
      "k;\n";
  const std::string warning = "  a.cuh:3:7: warning: unused variable 'k'\n";
  EXPECT_EQ(first_text(passed, style()), warning + lab_line(passed, style()));
  LabResult lost = missing_barrier();
  lost.builds = passed.builds;
  EXPECT_TRUE(short_text(lost, style()).starts_with(warning)) << short_text(lost, style());
}

TEST(ShortText, names_a_warning_by_the_students_line_where_the_function_was_inlined) {
  LabResult lab = missing_barrier();
  lab.builds = samples::perfect().builds;
  const std::string inlined = "adapter.cu:8:14: warning: 'low' may be used uninitialized";
  const std::string note = "co_rank.cuh:12:7: note: 'low' was declared here\n";
  lab.builds.front().log = inlined + " [-Wmaybe-uninitialized]\n    8 | f();\n" + note;
  EXPECT_TRUE(short_text(lab, style()).starts_with("  co_rank.cuh:12:7: warning: 'low' may be used"))
      << short_text(lab, style());
  lab.builds.front().log = inlined + "\n";
  EXPECT_TRUE(short_text(lab, style()).starts_with("  " + inlined + "\n")) << "no other place is known";
}

TEST(ShortText, names_a_variable_of_an_inlined_function_once_and_where_it_is_declared) {
  LabResult lab = missing_barrier();
  lab.builds = samples::perfect().builds;
  const std::string note = "a.cuh:24:7: note: 'low' was declared here\n   24 |   int low;\n";
  std::string& log = lab.builds.front().log;
  for (const int line : {62, 63})
    log += fmt::format("a.cuh:{0}:9: warning: 'low' may be used uninitialized [-W]\n   {0} | r = lower(k);\n",
                       line) +
           note;
  const std::string text = short_text(lab, style());
  EXPECT_TRUE(text.starts_with("  a.cuh:24:7: warning: 'low' may be used uninitialized\n  ✗ ")) << text;
  EXPECT_TRUE(contains(text, "first: give low a value where it is declared at a.cuh:24\n",
                       "hint: low, declared at a.cuh:24, may be used before it has"));
  log = "a.cuh:62:9: warning: 'low' may be used uninitialized [-W]\n   62 | int low = lower(k);\n" + note;
  EXPECT_EQ(short_text(lab, style()), text) << "another variable of that name";
  log = "a.cuh:62:9: warning: unused variable 'r' [-W]\n" + note;
  EXPECT_TRUE(short_text(lab, style()).starts_with("  a.cuh:62:9: warning: unused"))
      << "not of this variable";
}

TEST(ShortText, gives_no_other_hint_where_an_index_follows_from_a_variable_without_a_value) {
  LabResult lab = missing_barrier();
  lab.builds = samples::perfect().builds;
  lab.builds.front().log = "a.cuh:9:5: warning: 'best' may be used uninitialized [-Wmaybe-uninitialized]\n";
  const auto hint_of_first = [&] { return hint_of(lab, causes_of(lab).front()); };
  const std::string initialise =
      "best, declared at a.cuh:9, may be used before it has a value. Give it one where it is declared";
  ItemResult& rules = *std::find_if(lab.items.begin(), lab.items.end(),
                                    [](const ItemResult& item) { return item.id == "rules"; });
  rules.hint = "look at the barriers";
  EXPECT_EQ(hint_of_first(), initialise + ". If that changes nothing: look at the barriers");
  for (const char* symptom : {"out_of_bounds", "wild_pointer", "fault"}) {
    for (Observation& seen : rules.tests) seen.outcome.symptom = symptom;
    EXPECT_EQ(hint_of_first(), initialise + ": an index that follows from it may be anything.") << symptom;
  }
}

TEST(ShortText, begins_with_a_variable_that_is_used_without_a_value) {
  const std::string sure = "a.cuh:3:21: warning: 'k' is used uninitialized [-Wuninitialized]\n",
                    maybe = "a.cuh:9:5: warning: 'best' may be used uninitialized [-Wmaybe-uninitialized]\n";
  LabResult lost = missing_barrier();
  lost.builds = samples::perfect().builds;
  lost.builds.front().log = maybe + sure;
  EXPECT_TRUE(contains(short_text(lost, style()), "first: give k a value where it is declared at a.cuh:3\n",
                       "hint: k, declared at a.cuh:3, is used before it has a value. Give it one"));
  const std::string second = "a.cuh:9:2: warning: 'at' may be used uninitialized [-Wmaybe-uninitialized]\n";
  lost.builds.front().log = maybe + second;
  const std::string two = short_text(lost, style(200));
  EXPECT_TRUE(contains(two,
                       "hint: at, declared at a.cuh:9, may be used before it has a value. Give it one where "
                       "it is declared; the same holds for best."));
  lost.builds.front().log = maybe;
  const std::string may = short_text(lost, style());
  EXPECT_TRUE(contains(may, "hint: best, declared at a.cuh:9, may be used before it has a"));
  lost.builds.front().log =
      "a.cuh:9:5: warning: variable 'best' may be uninitialized when used here "
      "[-Wconditional-uninitialized]\n";
  EXPECT_TRUE(contains(short_text(lost, style()), "first: give best a value before it is used at a.cuh:9\n",
                       "hint: best may be used at a.cuh:9 before it has a value."));
  lost.builds.front().log =
      "a.cuh:9:5: warning: variable 'best' is used uninitialized whenever function 'f' is called [-W]\n";
  EXPECT_TRUE(contains(short_text(lost, style()), "hint: best, declared at a.cuh:9, may be used"));
  // Of parts of an array compilers are often wrong, and a place of the grader's helps nobody.
  for (const std::string other : {"a.cuh:9:5: warning: 'items[3]' may be used uninitialized\n",
                                  "adapter.cu:8:14: warning: 'low' may be used uninitialized\n"}) {
    lost.builds.front().log = other;
    EXPECT_FALSE(contains(short_text(lost, style()), "first: give")) << other;
  }
  lost.builds.front().log = sure;
  lost.builds.front().ok = false;
  EXPECT_FALSE(contains(short_text(lost, style()), "first: give")) << "what was not run";
  LabResult passed = samples::perfect();
  passed.builds.front().log = maybe;
  EXPECT_EQ(first_text(passed, style()), lab_line(passed, style())) << "nothing is wrong";
}

TEST(ShortText, names_the_line_that_does_not_that_does_not_compile) {
  EXPECT_TRUE(contains(short_text(samples::not_compiling(), style()), "error: 'tile_size' was not declared",
                       "first: fix what does not compile at merge_tiled.cuh:12\nagain: ./lab run 4\n"));
}

TEST(ShortText, shows_and_names_the_first_error_before_warnings) {
  LabResult lab = samples::not_compiling();
  lab.builds.front().log =
      "merge_tiled.cuh: In function 'int f()':\n"
      "merge_tiled.cuh:9:7: warning: unused variable 'k' [-Wunused-variable]\n    9 |   int k;\n" +
      lab.builds.front().log + "merge_tiled.cuh:11:2: note: declared here\n";
  const std::string text = short_text(lab, style());
  EXPECT_TRUE(contains(text, "first: fix what does not compile at merge_tiled.cuh:12\n"));
  EXPECT_LT(text.find("error: 'tile_size'"), text.find("note: declared here")) << text;
  EXPECT_LT(text.find("note: declared here"), text.find("warning: unused")) << text;
  EXPECT_EQ(lab_text(lab, style()).find("warning: "), lab_text(lab, style()).rfind("warning: "));
}

}  // namespace
TEST(BuildLog, may_have_endless_lines) {
  const std::string endless(400'000, 'x');
  EXPECT_EQ(report::errors_first("a.cuh:1:2: warning: w\n" + endless + "\nb.cuh:1: error: e\n").substr(0, 17),
            "b.cuh:1: error: e");
  EXPECT_EQ(report::warnings_in(endless + "\na.cuh:1:2: warning: w [-Wx]\n"),
            std::vector<std::string>{"a.cuh:1:2: warning: w"});
  EXPECT_EQ(report::with_code_apart("at a.cuh:12 `" + endless + "`; more"),
            "at a.cuh:12\n    " + endless + "\nmore");
  EXPECT_EQ(report::with_code_apart("`a` 1:2 `b`, and `c`"), "`a` 1:2\n    b\nand `c`");
}

}  // namespace mergelab::report
