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
