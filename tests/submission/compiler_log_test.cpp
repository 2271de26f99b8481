// A student's view of a compiler's messages.
#include "submission/compiler_log.hpp"
#include "build_lab.hpp"
#include "submission/source_file.hpp"
#include "support/places.hpp"
#include "support/sections.hpp"

namespace mergelab::submission {
namespace {

LogContext context() {
  LogContext context{{"/tmp/b", "/tmp/b/src", "/opt/course/include"},
                     "merge_tiled.cuh",
                     "merge_tiled",
                     "void merge_tiled(const value_t* A, int m)"};
  context.structs = {{"Point", "struct Point { float x; };"}};
  return context;
}

TEST(CleanLog, shows_what_the_file_of_cases_tells) {
  LogContext with_reference = context();
  with_reference.references = {"co_rank.cuh"};
  with_reference.own_text = "co_rank(char) co_rank(1) g Show<kTile> x; static_assert(kTile == 7)";
  const std::string file = read_text(MERGELAB_SOURCE_DIR "/tests/submission/compiler_log.cases");
  for (const auto& [name, cases] : sections_of(file, "//! "))
    for (const auto& [all, log] : sections_of(cases, "//<")) {
      const std::size_t shown = log.find("//>\n");
      EXPECT_EQ(clean_log(log.substr(0, shown),
                          name.find("_a_reference") < name.size() ? with_reference : context()),
                log.substr(shown + 4))
          << name;
    }
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
  EXPECT_FALSE(contains(built.log, "U+FF1B"));
  EXPECT_FALSE(contains(result_with("02_co_rank", odd, fails).log, "U+FF1B")) << "is not included";
  EXPECT_TRUE(
      contains(result_with("02_co_rank", odd, "#include \"co_rank.cuh\"\n" + fails).log, "co_rank.cuh:1:9"));
}

}  // namespace
}  // namespace mergelab::submission
