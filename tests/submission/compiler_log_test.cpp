// A student's view of a compiler's messages.
#include <gtest/gtest.h>

#include "build_lab.hpp"
#include "submission/compiler_log.hpp"
#include "submission/source_file.hpp"

namespace mergelab::submission {
namespace {

LogContext context() {
  return {{"/tmp/b", "/tmp/b/src", "/opt/course/include"},
          "merge_tiled.cuh",
          "merge_tiled",
          "void merge_tiled(const value_t* A, int m)"};
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

TEST(CleanLog, drops_the_drivers_files_from_the_include_stack) {
  EXPECT_EQ(clean_log("In file included from /usr/include/c++/12/vector:64,\n"
                      "                 from /tmp/b/int.so.2.hpp:14,\n"
                      "                 from <command-line>:\n"
                      "/usr/include/c++/12/bits/stl_vector.h:1276:7: note: candidate: 'push_back'\n",
                      context()),
            "In file included from /usr/include/c++/12/vector:64:\n"
            "/usr/include/c++/12/bits/stl_vector.h:1276:7: note: candidate: 'push_back'\n");
}

TEST(CleanLog, drops_the_adapter_that_a_function_was_inlined_into) {
  EXPECT_EQ(
      clean_log("In function 'void merge(int*, int)',\n"
                "    inlined from 'void mergelab_call(const MergelabCall*)' at /tmp/b/src/adapter.cu:85:10:\n"
                "/tmp/b/src/merge_tiled.cuh:6:12: warning: argument 5 null [-Wnonnull]\n"
                "    6 |   (bsearch)(C, C, 1, 4, less);\n"
                "In file included from /usr/include/c++/13/stdlib.h:30,\n"
                "                 from /usr/lib/simt/include/cuda_runtime.h:29,\n"
                "                 from <command-line>:\n"
                "/usr/include/stdlib.h: In function 'void mergelab_call(const MergelabCall*)':\n"
                "/usr/include/stdlib.h:960:14: note: in a call to function 'bsearch'\n"
                "  960 | extern void *bsearch (const void *__key);\n"
                "/tmp/b/src/merge_tiled.cuh:7:1: warning: no\n",
                context()),
      "In function 'void merge(int*, int)':\n"
      "merge_tiled.cuh:6:12: warning: argument 5 null [-Wnonnull]\n"
      "    6 |   (bsearch)(C, C, 1, 4, less);\n"
      "merge_tiled.cuh:7:1: warning: no\n");
}

constexpr const char* kCalled = "error: the lab calls `void merge_tiled(const value_t* A, int m)`";

TEST(CleanLog, says_that_the_function_is_missing) {
  EXPECT_EQ(
      clean_log("/tmp/b/src/adapter.cu:3:27: error: 'merge_tiled' was not declared in this scope; did you "
                "mean 'merge_tile'?\n    3 | merge_tiled();\n      | ^~~\n",
                context()),
      std::string("merge_tiled.cuh: ") + kCalled + ", which does not exist; did you mean 'merge_tile'?\n");
  EXPECT_EQ(clean_log("adapter.cu:4:3: error: use of undeclared identifier 'merge_tiled'\n", context()),
            std::string("merge_tiled.cuh: ") + kCalled + ", which does not exist\n");
  const std::string undefined = "adapter.cu:3: undefined reference to `merge_tiled(int const*, int)'\n";
  EXPECT_EQ(clean_log(undefined, context()),
            "merge_tiled.cuh does not define `void merge_tiled(const value_t* A, int m)`\n" + undefined);
}

TEST(CleanLog, tells_the_expected_declaration_beside_the_students) {
  const std::string declaration = "   12 | void merge_tiled(value_t* A) {\n      |      ^~~~~~~~~~~\n";
  const std::string expected = std::string("merge_tiled.cuh:12:6: ") + kCalled + ", but this is ";
  // g++ names the declaration in the error or in the note; of two errors only the second has the place.
  EXPECT_EQ(clean_log("In file included from adapter.cu:2:\n"
                      "adapter.cu: In function 'void mergelab_call(const MergelabCall*)':\n"
                      "adapter.cu:4:8: error: invalid conversion from 'int' to 'value_t*'\n"
                      "    4 |   MERGELAB_FUNCTION(\n      |   ^\n"
                      "adapter.cu:4:3: error: too many arguments to function 'void "
                      "merge_tiled(value_t*)'\n    4 |   MERGELAB_FUNCTION(\n"
                      "merge_tiled.cuh:12:6: note: declared here\n" +
                          declaration,
                      context()),
            expected + "`void merge_tiled(value_t*)`\n" + declaration);
  EXPECT_EQ(
      clean_log(
          "adapter.cu:4:8: error: invalid conversion from 'const value_t*' {aka "
          "'const int*'} to 'value_t*' {aka 'int*'} [-fpermissive]\n"
          "merge_tiled.cuh:12:6: note:   initializing argument 1 of 'void merge_tiled(value_t*, int)'\n" +
              declaration,
          context()),
      expected + "`void merge_tiled(value_t*, int)`\n" + declaration);
  // Only clang shows it.
  const std::string quoted = "void merge_tiled(value_t* A) {\n     ^\n";
  EXPECT_EQ(clean_log("In file included from adapter.cu:2:\n"
                      "adapter.cu:4:3: error: no matching function for call to 'merge_tiled'\n"
                      "  MERGELAB_FUNCTION(A);\n  ^~~\n"
                      "merge_tiled.cuh:12:6: note: candidate function not viable: requires 1 argument\n" +
                          quoted,
                      context()),
            expected + "another function\n" + quoted);
  EXPECT_EQ(clean_log("adapter.cu:8:14: error: void value not ignored as it ought to be\n", context()),
            std::string("merge_tiled.cuh: ") + kCalled + ", but this merge_tiled returns nothing\n");
}

TEST(CleanLog, says_which_struct_is_expected) {
  LogContext with = context();
  with.structs = {{"Point", "struct Point { float x; };"}};
  const std::string begin =
      "merge_tiled.cuh: error: the lab's arrays have elements of `struct Point { float x; };`, ";
  for (const char* const said : {"static assertion failed: expected struct Point { float x; };",
                                 "static_assert failed due to requirement 'mergelab_is_Point<Point>' "
                                 "\"expected struct Point { float x; };\""}) {
    EXPECT_EQ(clean_log(std::string("adapter.cu:9:15: error: ") + said + "\n", with),
              begin + "but this file has a Point with other fields\n");
  }
  for (const char* const said : {"'Point' was not declared in this scope",
                                 "use of undeclared identifier 'Point'", "unknown type name 'Point'"}) {
    EXPECT_EQ(clean_log(std::string("adapter.cu:9:15: error: ") + said + "\n", with),
              begin + "which does not exist\n");
  }
  const std::string own = "merge_tiled.cuh:3:1: error: 'Point' does not name a type\n";
  EXPECT_EQ(clean_log(own + "adapter.cu:9:15: error: 'Point' was not declared in this scope\n", with), own);
}

TEST(CleanLog, says_which_argument_is_wrong) {
  const std::string call = "   50 |   k<<<blocks, 256>>>(A, B, m);\n      |                         ^\n";
  const std::string declared =
      "   16 | __global__ void k(const value_t* A, int m, const value_t* B) {\n"
      "      |                                    ~~~~^\n";
  const std::string wrong =
      "a.cuh:50:24: error: argument 2 is `const value_t*`, but parameter 2 of the kernel is `int m`\n";
  EXPECT_EQ(
      clean_log(
          "a.cuh: In function 'void f()':\na.cuh:50:24: error: invalid conversion from 'const value_t*' {aka "
          "'const int*'} to 'int' [-fpermissive]\n" +
              call +
              "      |                         |\n      |                         const value_t*\n"
              "a.cuh:16:57: note:   initializing argument 2 of 'void k(const value_t*, int, const "
              "value_t*)'\n" +
              declared,
          context()),
      "a.cuh: In function 'void f()':\n" + wrong + call + "a.cuh:16:57: note: k is declared here\n" +
          declared);
  const std::string clangs = "  k                 (A, B, m);\n  ^\n",
                    clangs_declared = "__global__ void k(const value_t* A, int m,\n                ^\n";
  EXPECT_EQ(
      clean_log(
          "a.cuh:50:24: error: no matching function for call to 'k'\n" + clangs +
              "a.cuh:16:17: note: candidate function not viable: no known conversion from 'const value_t "
              "*' (aka 'const int *') to 'int' for 2nd argument; dereference the argument with *\n" +
              clangs_declared,
          context()),
      "a.cuh:50:24: error: argument 2 is `const value_t *`, but parameter 2 of the kernel is `int m`\n" +
          clangs + "a.cuh:16:17: note: k is declared here\n" + clangs_declared);
  EXPECT_EQ(
      clean_log(
          "a.cuh:9:3: error: no matching function for call to 'f'\n  f(A);\n  ^\n"
          "b.cuh:2:6: note: candidate function not viable: 1st argument ('const value_t *' (aka 'const int "
          "*')) would lose const qualifier\nvoid f(\n     ^\n",
          context()),
      "a.cuh:9:3: error: argument 1 is `const value_t *`, but parameter 1 of f is `value_t *`\n  f(A);\n  ^\n"
      "b.cuh:2:6: note: f is declared here\nvoid f(\n     ^\n");
}

TEST(CleanLog, says_how_many_arguments_there_are) {
  const std::string call = "   50 |   k<<<blocks, 256>>>(A, m);\n      |   ~^~\n",
                    note = "a.cuh:16:17: note: declared here\n   16 | void k(int* A, int m, int n) {\n";
  EXPECT_EQ(
      clean_log("a.cuh:50:3: error: too few arguments to function 'void k(int*, int, int)'\n" + call + note,
                context()),
      "a.cuh:50:3: error: too few arguments: the kernel has 3 parameters, and gets 2\n" + call +
          "a.cuh:16:17: note: k is declared here\n   16 | void k(int* A, int m, int n) {\n");
  EXPECT_EQ(clean_log("a.cuh:50:3: error: no matching function for call to 'f'\n  f(A, m);\n  ^\n"
                      "a.cuh:16:17: note: candidate function not viable: requires single argument 'A', but 2 "
                      "arguments were provided\n",
                      context()),
            "a.cuh:50:3: error: too many arguments: f has 1 parameter, and gets 2\n  f(A, m);\n  ^\n"
            "a.cuh:16:17: note: f is declared here\n");
}

TEST(CleanLog, places_an_error_in_a_header_at_the_students_line) {
  EXPECT_EQ(clean_log("In file included from /opt/simt/include/cuda_runtime.h:29,\n"
                      "                 from <command-line>:\n"
                      "/opt/simt/include/simt/launch.hpp: In instantiation of 'void f(A) [with A = int]':\n"
                      "/opt/simt/include/simt/launch.hpp:208:23:   required from 'void g()'\n"
                      "/tmp/b/src/a.cuh:50:85:   required from here\n"
                      "/opt/simt/include/simt/launch.hpp:162:30: error: static assertion failed: no\n"
                      "  162 |   static_assert(a == b,\n      |                 ~~^~~~\n"
                      "/tmp/b/src/a.cuh:51:1: warning: unused\n",
                      context()),
            "a.cuh:50:85: error: static assertion failed: no\na.cuh:51:1: warning: unused\n");
  EXPECT_EQ(
      clean_log(
          "In file included from <built-in>:1:\nIn file included from /opt/simt/include/cuda_runtime.h:29:\n"
          "/opt/simt/include/simt/launch.hpp:162:30: error: no\n  static_assert(a == b,\n  ^\n"
          "/opt/simt/include/simt/launch.hpp:208:23: note: in instantiation of function template "
          "specialization 'f<int>' requested here\n  f(a);\n  ^\n"
          "/tmp/b/src/a.cuh:50:85: note: in instantiation of function template specialization 'g' requested "
          "here\n  g();\n  ^\n1 error generated.\n",
          context()),
      "a.cuh:50:85: error: no\n  g();\n  ^\n1 error generated.\n");
  const std::string no_line = "/usr/include/c++/12/vector:9:1: error: no\n";
  EXPECT_EQ(clean_log(no_line, context()), no_line);
}

TEST(CleanLog, says_which_brace_is_never_closed) {
  const std::string expected =
      "merge_tiled.cuh:10:62: error: a '}' is missing: the block that starts with this '{' never ends\n"
      "   10 |   value_t* C) {\n      |               ^\n";
  EXPECT_EQ(clean_log("adapter.cu: In function 'void merge_tiled(int)':\n"
                      "adapter.cu:2:8: error: expected unqualified-id before string constant\n"
                      "    2 | extern \"C\" void mergelab_call(const MergelabCall* call) {\n"
                      "      |        ^~~\n"
                      "adapter.cu:5:2: error: expected '}' at end of input\n"
                      "    5 | }\n"
                      "      |  ^\n"
                      "/tmp/b/src/merge_tiled.cuh:10:62: note: to match this '{'\n"
                      "   10 |   value_t* C) {\n      |               ^\n",
                      context()),
            expected);
  const std::string own = "merge_tiled.cuh:14:1: error: function definition is not allowed here\n";
  EXPECT_EQ(clean_log(own + "adapter.cu:3:8: error: expected unqualified-id\n"
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
      "In file included from /a/simt/include/simt/intrinsics.hpp:7,\n"
      "                 from /a/simt/include/cuda_runtime.h:28,\n"
      "                 from <command-line>:\n"
      "/a/simt/include/simt/math.hpp:45:15: note: 'max' declared here\n"
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
  const std::string own = "merge_tiled.cuh:1:1: error: no\n";
  EXPECT_EQ(clean_log(own + "adapter.cu:3:27: error: 'merge_tiled' was not declared\n", context()), own);
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
  const std::string long_line(1 << 20, 'x');
  for (const std::string& begin : {std::string("a.cuh:1:1: error: "), std::string("a.cuh:1:1: error: no\n"),
                                   std::string("a.cuh:1:1: error: too few arguments to function 'f()'\n<<<"),
                                   std::string("/a.h:1:1: error: no\n/a.h:1:1: note: in instantiation of ")})
    EXPECT_LE(clean_log(begin + long_line + "\n  ^\na.cuh:2:1: note: " + long_line, context()).size(),
              kMostLogBytes);
}

LogContext with_reference() {
  LogContext result = context();
  result.references = {"co_rank.cuh"};
  result.own_text = "co_rank(char) co_rank(1) g Show<kTile> x; static_assert(kTile == 7)";
  return result;
}
constexpr const char* kNotShown =
    "error: errors in co_rank.cuh are not shown, because the grader used the reference's file: look at what "
    "stands before its #include, and at the calls of its functions\n";

TEST(CleanLog, shows_no_values_and_types_of_a_reference_at_a_students_line) {
  EXPECT_EQ(clean_log("/tmp/b/src/a.cuh:3:9: error: aggregate 'Show<23> x' has incomplete type\n"
                      "    3 | Show<kTile> x;\n"
                      "/tmp/b/src/a.cuh: In instantiation of 'struct Show<11776>':\n"
                      "/tmp/b/src/a.cuh:4:3: error: static assertion failed\n"
                      "/tmp/b/src/a.cuh:4:3: note: the comparison reduces to '(23 == 7)'\n"
                      "/tmp/b/src/a.cuh:5:3: warning: overflow of 128064 in 7 'co_rank(char)'\n"
                      "/tmp/b/src/a.cuh:6:3: error: no \"void (*)(Pair)\" (has 23)\n",
                      with_reference()),
            "a.cuh:3:9: error: aggregate '...' has incomplete type\n"
            "    3 | Show<kTile> x;\n"
            "a.cuh: In instantiation of '...':\n"
            "a.cuh:4:3: error: static assertion failed\n"
            "a.cuh:4:3: note: the comparison reduces to '...'\n"
            "a.cuh:5:3: warning: overflow of ... in 7 'co_rank(char)'\n"
            "a.cuh:6:3: error: no \"...\" (has ...)\n");
}

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
      "In function '...',\n    inlined from 'g' at merge_tiled.cuh:9:3:\n"
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

// Characters that look like C++'s own.

std::string told(std::string_view source) { return odd_characters_in(source, "a.cuh"); }

TEST(OddCharacters, are_named_with_their_place_and_what_to_type) {
  EXPECT_EQ(told("int a;\nint\u00A0b;\n"),
            "a.cuh:2:4: error: the character U+00A0 is not a plain blank: type one\n");
  EXPECT_EQ(told("int a = 1\uFF1B\n"),
            "a.cuh:1:10: error: the character U+FF1B (\uFF1B) is not C++: type `;`\n");
  EXPECT_EQ(told("int b\u037E"), "a.cuh:1:6: error: the character U+037E (\u037E) is not C++: type `;`\n");
  EXPECT_EQ(told("b\u200B = 1;"), "a.cuh:1:2: error: the character U+200B can't be seen: delete it\n");
  EXPECT_EQ(told("x = \u2248 2;"),
            "a.cuh:1:5: error: the character U+2248 (\u2248) is not C++: delete it, or type what is meant\n");
  EXPECT_EQ(told("x = \xA0 2;"),
            "a.cuh:1:5: error: the byte 0xA0 is not UTF-8: type it again, or save the file as UTF-8\n");
}

TEST(OddCharacters, of_each_kind_are_told) {
  for (const char* source :
       {"const char* s = \u201Cx\u201D;", "char c = \u2019q\u2019;", "a \u2212 b", "a \u2013 b", "a \u00D7 2",
        "a \u2264 b", "f\uFF08a)", "if (a\u3000< b)", "x = \uFF11;", "x = 1\uFF10;",
        "#include \u201Cco_rank.cuh\u201D\n", "#define N 5\uFF1B\n", "a\uFEFF = 1;",
        "/* t\u00EAte */ a\u3001 b", "#ifndef GUARD\n#define GUARD\n#if 0\n#endif\nint a\uFF1B\n#endif\n"})
    EXPECT_NE(told(source), "") << source;
}

TEST(OddCharacters, are_no_letters_of_names_and_no_part_of_comments_and_literals) {
  for (const char* source :
       {"int t\u00EAte_A = 1;",
        "int \u0394 = 2, \u957F\u5EA6 = 3, x\u00B7y = 4, a\uFF11 = 5, \uFF21 = 6, a\uFF3Fb;",
        "// don\u2019t\uFF1B\n", "/* a\u00A0b\n \u2026 */ int a;", "const char* s = \"\uFF1B\u00A0\u201C\";",
        "auto s = R\"(\u2212\n\u00A0)\";", "\uFEFFint a;", "// \xA0\n", "#error don\u2019t\n",
        "#if 0\nthat\u2019s old\n#if 1\n\u2026\n#endif\n\u2026\n#endif\nint a;\n",
        "#ifdef NEVER\nthat\u2019s it\n#else\n\u2026\n#endif\n"})
    EXPECT_EQ(told(source), "") << source;
}

TEST(OddCharacters, are_told_in_moderation) {
  std::string source;
  for (int i = 0; i < 50; ++i) source += "a\uFF1B\n";
  const std::string text = told(source);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST_F(BuildLab, names_odd_characters_first_when_it_fails_and_only_then) {
  const std::string odd = "int t\u00EAte\uFF1B\n";
  const auto result_with = [&](const std::string& name, const std::string& text, const std::string& own) {
    std::filesystem::remove_all(target_);
    submit(lab().name, own);
    submit(name, text);
    return run().results.at(0);
  };
  const std::string fails = "// FAKE: error\n";
  const std::string log = result_with(lab().name, odd + fails, "").log;
  EXPECT_TRUE(log.starts_with("merge_tiled.cuh:1:9: error: the character U+FF1B ")) << log;
  const BuildResult built = result_with(lab().name, odd, "");
  EXPECT_EQ(built.verdict, Verdict::passed);
  EXPECT_EQ(built.log.find("U+FF1B"), std::string::npos);
  EXPECT_EQ(result_with("02_co_rank", odd, fails).log.find("U+FF1B"), std::string::npos) << "is not included";
  EXPECT_NE(result_with("02_co_rank", odd, "#include \"co_rank.cuh\"\n" + fails).log.find("co_rank.cuh:1:9"),
            std::string::npos);
}

}  // namespace
}  // namespace mergelab::submission
