// What a student sees of a compiler's words.
#include "submission/compiler_log.hpp"

#include <gtest/gtest.h>

namespace mergelab::submission {
namespace {

LogContext context() {
  return {{"/tmp/b", "/tmp/b/src", "/opt/course/include"}, "merge_tiled.cuh", "merge_tiled"};
}

TEST(CleanLog, cuts_folders_off) {
  EXPECT_EQ(clean_log("/tmp/b/src/merge_tiled.cuh:17:5: error: expected ';'\n", context()),
            "merge_tiled.cuh:17:5: error: expected ';'\n");
  EXPECT_EQ(clean_log("/opt/course/include/mergelab/lab.cuh:3:1: note: here\n", context()),
            "mergelab/lab.cuh:3:1: note: here\n");
}

TEST(CleanLog, keeps_other_folders) {
  EXPECT_EQ(clean_log("/usr/include/c++/12/vector:9:1: note: here\n", context()),
            "/usr/include/c++/12/vector:9:1: note: here\n");
}

TEST(CleanLog, drops_the_adapter_from_the_include_stack_of_gcc) {
  EXPECT_EQ(clean_log("In file included from /tmp/b/src/merge_tiled.cuh:3,\n"
                      "                 from /tmp/b/src/adapter.cu:2:\n"
                      "/tmp/b/src/co_rank.cuh:4:1: error: no\n",
                      context()),
            "In file included from merge_tiled.cuh:3:\nco_rank.cuh:4:1: error: no\n");
  EXPECT_EQ(
      clean_log("In file included from /tmp/b/src/adapter.cu:2:\n/tmp/b/src/merge_tiled.cuh:4:1: error: no\n",
                context()),
      "merge_tiled.cuh:4:1: error: no\n");
}

TEST(CleanLog, drops_the_adapter_from_the_include_stack_of_clang) {
  EXPECT_EQ(clean_log("In file included from /tmp/b/src/adapter.cu:2:\n"
                      "In file included from /tmp/b/src/merge_tiled.cuh:3:\n"
                      "/tmp/b/src/co_rank.cuh:4:1: error: no\n",
                      context()),
            "In file included from merge_tiled.cuh:3:\nco_rank.cuh:4:1: error: no\n");
}

TEST(CleanLog, says_that_the_function_is_missing) {
  const std::string expected = "merge_tiled.cuh does not define merge_tiled with the expected signature\n";
  const std::string undeclared = "adapter.cu:3:27: error: 'merge_tiled' was not declared in this scope\n";
  EXPECT_EQ(clean_log("/tmp/b/src/" + undeclared, context()), expected + undeclared);
  const std::string mismatch = "signatures/merge_shaped.inc:4:3: error: too many arguments\n";
  EXPECT_EQ(clean_log(mismatch, context()), expected + mismatch);
  const std::string undefined = "adapter.cu:3: undefined reference to `merge_tiled(int const*, int)'\n";
  EXPECT_EQ(clean_log(undefined, context()), expected + undefined);
}

TEST(CleanLog, says_which_brace_is_never_closed) {
  const std::string expected =
      "merge_tiled.cuh:10:62: error: a '}' is missing: what begins with this '{' never ends\n"
      "   10 |   value_t* C) {\n      |               ^\n";
  EXPECT_EQ(
      clean_log("signatures/merge_shaped.inc: In function 'void merge_tiled(int)':\n"
                "signatures/merge_shaped.inc:2:8: error: expected unqualified-id before string constant\n"
                "    2 | extern \"C\" void mergelab_call(const MergelabCall* call) {\n"
                "      |        ^~~\n"
                "signatures/merge_shaped.inc:5:2: error: expected '}' at end of input\n"
                "    5 | }\n"
                "      |  ^\n"
                "/tmp/b/src/merge_tiled.cuh:10:62: note: to match this '{'\n"
                "   10 |   value_t* C) {\n      |               ^\n",
                context()),
      expected);
  const std::string own = "merge_tiled.cuh:14:1: error: function definition is not allowed here\n";
  EXPECT_EQ(clean_log(own + "signatures/merge_shaped.inc:3:8: error: expected unqualified-id\n"
                            "extern \"C\" void mergelab_call(const MergelabCall* call) {\n       ^\n"
                            "adapter.cu:60:1: error: expected '}'\n^\n"
                            "merge_tiled.cuh:10:62: note: to match this '{'\n"
                            "   10 |   value_t* C) {\n      |               ^\n4 errors generated.\n",
                      context()),
            expected + own);
}

TEST(CleanLog, says_that_max_is_not_std_s_here) {
  const std::string log =
      "co_rank.cuh: In function 'int co_rank()':\n"
      "co_rank.cuh:12:18: error: 'max' is not a member of 'std'; did you mean 'max'?\n"
      "   12 |   int low = std::max(0, k - n);\n"
      "      |                  ^~~\n"
      "In file included from /a/grader/simt/include/simt/intrinsics.hpp:7,\n"
      "                 from /a/grader/simt/include/cuda_runtime.h:28,\n"
      "                 from <command-line>:\n"
      "/a/grader/simt/include/simt/math.hpp:45:15: note: 'max' declared here\n"
      "   45 | inline double max(double a, float b) {\n"
      "      |               ^~~\n"
      "co_rank.cuh:14:3: error: 'j' was not declared in this scope\n";
  EXPECT_EQ(
      clean_log(log, context()),
      "co_rank.cuh: In function 'int co_rank()':\n"
      "co_rank.cuh:12:18: error: max is CUDA's own here, without std:: and without #include <algorithm>: "
      "write max(...)\n"
      "   12 |   int low = std::max(0, k - n);\n"
      "      |                  ^~~\n"
      "co_rank.cuh:14:3: error: 'j' was not declared in this scope\n");
}

TEST(CleanLog, does_not_say_so_when_the_file_has_an_error_of_its_own) {
  const std::string words =
      "merge_tiled.cuh:1:1: error: no\nadapter.cu:3:27: error: 'merge_tiled' was not declared\n";
  EXPECT_EQ(clean_log(words, context()), words);
  const std::string other = "merge_tiled.cuh:9: undefined reference to `helper(int)'\n";
  EXPECT_EQ(clean_log(other, context()), other);
}

TEST(CleanLog, names_the_file_where_the_driver_names_the_adapter) {
  EXPECT_EQ(
      clean_log("simt-cc: error: '/tmp/b/src/adapter.cu' gives a __shared__ variable an initial value\n",
                context()),
      "error: merge_tiled.cuh gives a __shared__ variable an initial value\n");
}

TEST(CleanLog, drops_the_trace_of_a_crashed_compiler) {
  EXPECT_EQ(
      clean_log(
          "g++: internal compiler error: Killed\nPlease submit a full bug report, with source.\nSee x.\n",
          context()),
      "g++: internal compiler error: Killed\n");
  EXPECT_EQ(clean_log("PLEASE submit a bug report to x\nStack dump:\n#0 0x1\n", context()), "");
}

TEST(CleanLog, is_bounded) {
  std::string words;
  for (int i = 0; i < 2000; ++i) words += "merge_tiled.cuh:1:1: error: and so on\n";
  const std::string log = clean_log(words, context());
  EXPECT_LE(log.size(), kMostLogBytes);
  EXPECT_GT(log.size(), kMostLogBytes / 2);
  EXPECT_TRUE(log.ends_with("more lines\n"));
  EXPECT_LE(clean_log(std::string(1 << 20, 'x'), context()).size(), kMostLogBytes);
}

LogContext with_reference() {
  LogContext result = context();
  result.references = {"co_rank.cuh"};
  return result;
}
constexpr const char* kNotShown =
    "error: errors in co_rank.cuh are not shown, because the grader used the reference's file: look at what "
    "stands before its #include, and at the calls of its functions\n";

TEST(CleanLog, leaves_out_what_gcc_says_of_a_reference) {
  EXPECT_EQ(clean_log("In file included from /tmp/b/src/adapter.cu:3:\n"
                      "/tmp/b/src/reference/co_rank.cuh: In function 'int co_rank(int)':\n"
                      "/tmp/b/src/reference/co_rank.cuh:12:41: warning: 'k' is deprecated\n"
                      "   12 |   int low = k > n;\n      |             ^\n",
                      with_reference()),
            "");
  EXPECT_EQ(
      clean_log("In function 'int co_rank(int)',\n"
                "    inlined from 'f' at /tmp/b/src/reference/co_rank.cuh:7:3,\n"
                "    inlined from 'g' at /tmp/b/src/merge_tiled.cuh:9:3:\n"
                "/tmp/b/src/reference/co_rank.cuh:12:41: warning: 'low' is used uninitialized\n"
                "   12 |   int low;\n"
                "/tmp/b/src/merge_tiled.cuh:5:5: error: no matching function for call to 'co_rank(char)'\n"
                "    5 |   co_rank('x');\n"
                "/tmp/b/src/reference/co_rank.cuh:10:32: note: candidate: 'int co_rank(int)'\n"
                "   10 | inline int co_rank(int k) {\n",
                with_reference()),
      "In function 'int co_rank(int)',\n    inlined from 'g' at merge_tiled.cuh:9:3:\n"
      "merge_tiled.cuh:5:5: error: no matching function for call to 'co_rank(char)'\n"
      "    5 |   co_rank('x');\n");
}

TEST(CleanLog, leaves_out_what_clang_quotes_of_a_reference_without_a_margin) {
  EXPECT_EQ(clean_log("/tmp/b/src/reference/co_rank.cuh:12:3: error: no\n"
                      "__launch_bounds__(256) void f() { tile.from(3); }\n   ^\n"
                      "1 error generated.\n",
                      with_reference()),
            kNotShown);
}

TEST(CleanLog, leaves_out_what_nvcc_says_of_a_reference) {
  EXPECT_EQ(
      clean_log(
          "/tmp/b/src/merge_tiled.cuh(4): error: no instance of function \"co_rank\" matches\n"
          "    co_rank(1);\n    ^\n"
          "/tmp/b/src/reference/co_rank.cuh(11): note #3326-D: function \"co_rank(int)\" does not match\n"
          "  inline int co_rank(int k) {\n             ^\n\n"
          "/tmp/b/src/reference/co_rank.cuh(12): error: expression must be const\n"
          "    int low = k;\n              ^\n\n",
          with_reference()),
      "merge_tiled.cuh(4): error: no instance of function \"co_rank\" matches\n    co_rank(1);\n    ^\n" +
          std::string(kNotShown));
}

TEST(OutOfMemory, is_told_by_the_compilers_own_lines) {
  EXPECT_TRUE(reports_out_of_memory("cc1plus: out of memory allocating 65536 bytes\n"));
  EXPECT_TRUE(reports_out_of_memory("virtual memory exhausted: Cannot allocate memory\n"));
  EXPECT_TRUE(reports_out_of_memory("LLVM ERROR: out of memory\n"));
}

TEST(OutOfMemory, is_not_told_by_a_message_of_the_source) {
  EXPECT_FALSE(reports_out_of_memory("/tmp/b/src/merge_tiled.cuh:3:2: error: #error out of memory\n"));
  EXPECT_FALSE(reports_out_of_memory("    3 | #error out of memory\n"));
}

TEST(FileTooLarge, is_told_by_the_compilers_own_lines) {
  EXPECT_TRUE(reports_file_too_large(
      "g++: internal compiler error: File size limit exceeded signal terminated program as\n"));
  EXPECT_FALSE(reports_file_too_large("merge_tiled.cuh:3:2: error: #error File size limit exceeded\n"));
}

TEST(BrokenInstallation, is_told_by_the_last_line_alone) {
  EXPECT_TRUE(
      reports_broken_installation("simt-cc: error: no C++ compiler 'c++' found; install g++ or set CXX\n"));
  EXPECT_FALSE(reports_broken_installation(
      "simt-cc: error: no C++ compiler 'c++' found\nmerge_tiled.cuh:1:1: error: no\n"));
  EXPECT_FALSE(reports_broken_installation(
      "simt-cc: error: 'adapter.cu' gives a __shared__ variable an initial value\n"));
  EXPECT_FALSE(reports_broken_installation(""));
}

}  // namespace
}  // namespace mergelab::submission
