// A reference instead of a student's earlier file: no macro of the student's reaches it, and no text of it
// reaches the student.
#include "forbidden.hpp"

namespace mergelab::submission {
namespace {

constexpr const char* kReference = R"(#pragma once

#include <mergelab/lab.cuh>
__host__ __device__ inline int earlier(int first_word, const value_t* second_word) {
  int third_word = first_word > 2 ? first_word - 2 : 0;
  while (third_word < first_word) {
    const int fourth_word = third_word + (first_word - third_word) / 2;
    if (fourth_word > 7) third_word = fourth_word + 1;
    else first_word = fourth_word;
  }
  return third_word;
}
template <class Any> int twice(Any fifth_word) { return fifth_word.sixth_word(); }
)";

class Reference : public Forbidden {
 protected:
  Reference() {
    submit("01_earlier", kReference);
    sources_["01_earlier"].is_reference = true;
  }
  /// No line of the reference's, nor a part of one that only its text has.
  static void expect_hides(const std::string& log) {
    std::istringstream lines(kReference);
    for (std::string line; std::getline(lines, line);) {
      line.erase(0, line.find_first_not_of(' '));
      const bool tells = line.size() > 1 && line.front() != '#';
      EXPECT_TRUE(!tells || log.find(line) == std::string::npos) << line << "\n" << log;
    }
    for (const char* word : {"second_word", "third_word", "fourth_word"}) EXPECT_FALSE(contains(log, word));
  }
};
using ReferenceSlow = Reference;

TEST_F(ReferenceSlow, is_out_of_reach_of_macros) {
  for (const char* macro : {"#define int __attribute__((deprecated)) int", "#define while(x) if (x)",
                            "#define return", "#define third_word", "#define inline constexpr",
                            "#define earlier(...)", "#define const _Pragma(\"message(\\\"x\\\")\") const"}) {
    const BuildResult result =
        compile_file(std::string("#include <mergelab/lab.cuh>\n") + macro +
                     "\n#include \"earlier.cuh\"\n#include \"./earlier.cuh\"\n"
                     "#include \"reference/earlier.cuh\"\n"
                     "#undef int\n#undef while\n#undef return\n#undef inline\n#undef earlier\n"
                     "#undef const\n"
                     "inline void merge(const value_t* A, int, const value_t*, int, value_t* C) { *C = "
                     "earlier(3, A); }\n");
    EXPECT_EQ(result.verdict, Verdict::passed) << macro << "\n" << result.log;
    EXPECT_EQ(result.log, "") << macro;
  }
}

TEST_F(ReferenceSlow, shows_nothing_of_itself_in_messages) {
  for (const char* call :
       {"earlier();", "earlier(A, 1);", "twice(3);", "int (*f)() = earlier;", "int x = earlier;",
        "constexpr int x = earlier(1, nullptr);", "delete earlier;", "earlier.x;"}) {
    const BuildResult result = compile_file(
        std::string("#include <mergelab/lab.cuh>\n#include \"earlier.cuh\"\n"
                    "inline int earlier(char) { return 1; }\n"
                    "inline void merge(const value_t* A, int, const value_t*, int, value_t*) {\n") +
        call + "\n}\n");
    EXPECT_EQ(result.verdict, Verdict::build_failed) << call << "\n" << result.log;
    EXPECT_TRUE(contains(result.log, "error: ")) << call;
    expect_hides(result.log);
  }
}

TEST_F(ReferenceSlow, shows_nothing_of_itself_where_it_can_not_stand) {
  for (const char* around :
       {"inline int f() {\n#include \"earlier.cuh\"\n", "struct S {\n#include \"earlier.cuh\"\n",
        R"(#define TEXT(...) #__VA_ARGS__
[[deprecated(TEXT(
#include "earlier.cuh"
))]] int f();
int g() { return f(); }
)",
        "const char* text = R\"(\n#include \"earlier.cuh\"\n", "/*\n#include \"earlier.cuh\"\n",
        "#define earlier\n#include <earlier.cuh>\n", "template <\n#include \"earlier.cuh\"\n"}) {
    const BuildResult result = compile_file(std::string("#include <mergelab/lab.cuh>\n") + around);
    EXPECT_NE(result.verdict, Verdict::passed) << around;
    expect_hides(result.log);
  }
}

TEST_F(Reference, is_left_out_where_the_student_brings_the_function) {
  for (const char* instead : {"", "// #include \"earlier.cuh\"\n", "/* #include \"earlier.cuh\" */\n"}) {
    const BuildResult result =
        compile_file(std::string("#include <mergelab/lab.cuh>\n") + instead +
                     "__host__ __device__ inline int earlier(int k, const value_t*) { return k; }\n"
                     "inline void merge(const value_t* A, int, const value_t*, int, value_t* C) { *C = "
                     "earlier(3, A); }\n");
    EXPECT_EQ(result.verdict, Verdict::passed) << instead << result.log;
  }
}

TEST_F(ReferenceSlow, is_found_however_it_is_included) {
  for (const char* include : {"#include \"earlier.cuh\"", "  %:  include\"./earlier.cuh\"",
                              "/**/#/**/include \\\n\"earlier.cuh\""}) {
    const BuildResult result = compile_file(std::string("#include <mergelab/lab.cuh>\n") + include +
                                            "\ninline void merge(const value_t* A, int, const value_t*, int, "
                                            "value_t* C) { *C = earlier(3, A); }\n");
    EXPECT_EQ(result.verdict, Verdict::passed) << include << result.log;
  }
}

}  // namespace
}  // namespace mergelab::submission
