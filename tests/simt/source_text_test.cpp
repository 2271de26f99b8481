// Reading sources for the policy: tokens and their lines, includes, and directives in any spelling.
#include "simt/cxx/object_policy.hpp"
#include "simt/cxx/raw_policy.hpp"
#include "simt/cxx/source_policy.hpp"
#include "support/test.hpp"

namespace simt::cxx {
namespace {

SourceText read(std::string_view text) {
  return read_source_text(text, [](std::string_view file) { return file.substr(0, 2) == "s/"; });
}

std::string words(const SourceText& source) {
  std::string text;
  for (const Token& token : source.tokens) text += std::string(token.text) + " ";
  return text;
}

std::string directives(std::string_view source) {
  std::string text;
  for (const RawDirective& directive : raw_directives(source))
    text += std::to_string(directive.line) + " " + directive.name + " [" + directive.argument + "] ";
  return text;
}

TEST(SourceText, holds_the_tokens_of_the_students_files_with_their_lines) {
  const SourceText source =
      read("# 1 \"s/a.cuh\"\nint a;\n# 1 \"o.h\" 1\nlong b;\n# 9 \"s/a.cuh\" 2\n\nchar c;\n");
  EXPECT_EQ(words(source), "int a ; char c ; ");
  EXPECT_EQ(source.tokens[0].line, 1);
  EXPECT_EQ(source.tokens[3].line, 10);
}

TEST(SourceText, has_letters_for_universal_character_names) {
  EXPECT_EQ(as_nvcc_reads("int t\\U000000eate_A, \\u4e2d, \\U0001d400;"), "int tête_A, 中, 𝐀;");
  for (const char* as_it_is : {R"("\u00ea" 'ê')", R"-(R"(\u00ea)" u8"\u00ea")-", "\\u0061sm", "\\u000a",
                               "\\U00110000", "\\ud800", "\\u00e", "\\u 00ea", "\\", "\\u", "a \\ u00ea"})
    EXPECT_EQ(as_nvcc_reads(as_it_is), as_it_is);
}

TEST(SourceText, has_no_backslash_at_the_end_of_a_line) {
  EXPECT_EQ(as_nvcc_reads("int a = 1 + \\\n2;\n", true), "int a = 1 + \n2;\n");
  const std::string literals = "R\"(\\\n)\" '\\\\'\n";
  EXPECT_EQ(as_nvcc_reads(literals, true), literals);
}

TEST(SourceText, spells_out_digraphs_and_hides_literals) {
  EXPECT_EQ(
      words(read("# 1 \"s/a\"\n<:<: a :>:> <% %> b<::c> \"x\\\"y\" 'z' R\"(\n# 1 \"o\" 1\n)\" 1'000.5e-3\n")),
      "[ [ a ] ] { } b < :: c > \"\" '' \"\" 1'000.5e-3 ");
}

TEST(SourceText, counts_lines_in_raw_literals) {
  EXPECT_EQ(read("# 1 \"s/a\"\nR\"(\n\n)\" after\n").tokens.back().line, 3);
}

TEST(SourceText, lists_what_a_students_file_included_and_no_more) {
  const SourceText source = read(
      "# 1 \"s/a.cuh\"\n# 1 \"s/b.cuh\" 1\n# 1 \"x.h\" 1 3\n# 1 \"y.h\" 1 3\n# 2 \"x.h\" 2 3\n"
      "# 5 \"s/b.cuh\" 2\n# 2 \"s/a.cuh\" 2\n");
  ASSERT_EQ(source.entered.size(), 1u);
  EXPECT_EQ(source.entered[0].file, "x.h");
  EXPECT_EQ(source.files[source.entered[0].from], "s/b.cuh");
  EXPECT_EQ(source.entered[0].line, 4);
}

TEST(SourceText, takes_markers_from_the_first_column_alone) {
  const SourceText source = read("# 1 \"s/a\"\n # 1 \"o\" 1\nasm;\n#pragma weak f\n%: x\n");
  EXPECT_EQ(words(source), "asm ; ");
  ASSERT_EQ(source.directives.size(), 3u);
  EXPECT_EQ(source.directives[1].text, "#pragma weak f");
  EXPECT_EQ(source.directives[1].line, 3);
}

TEST(RawDirectives, are_found_in_any_spelling) {
  EXPECT_EQ(directives("#include <a>\n"), "1 include [<a>] ");
  EXPECT_EQ(directives("\n  %: /* x */ inc\\\nlude \"a\""), "2 include [\"a\"] ");
  EXPECT_EQ(directives("/* a\n*/ # 12 \"o\" 1\r\n"), "2 line [12 \"o\" 1] ");
  EXPECT_EQ(directives("#line/**/4"), "1 line [4] ");
  EXPECT_EQ(directives("a\r#embed x"), "2 embed [x] ");
  EXPECT_EQ(directives("\xef\xbb\xbf#line 1"), "1 line [1] ");
  EXPECT_EQ(directives("# /* \n\n */ include \\ \n A"), "1 include [A] ");
}

TEST(RawDirectives, are_not_seen_within_a_line) {
  EXPECT_EQ(directives("int a = b # c; // # 1\n#\n# \n#"), "");
}

TEST(RawDirectives, end_comments_as_a_compiler_does) {
  EXPECT_EQ(directives("#/*/**/a"), "1 a [] ");
  EXPECT_EQ(directives("# /**//***/ a /*/*/ b"), "1 a [b] ");
  EXPECT_EQ(directives("#a /* b"), "1 a [] ");
  EXPECT_EQ(directives("#/*"), "");
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// Were the work for one of these lines to grow with the file, these files would take minutes, or all memory.
TEST(RawDirectives, take_no_longer_for_each_when_there_are_many) {
  constexpr int kMany = 100'000;
  EXPECT_TRUE(raw_directives(repeated("\n#/*", kMany)).empty());
  EXPECT_EQ(raw_directives(repeated("/*\n#/**/", kMany) + "a").size(), std::size_t{kMany});
  std::size_t characters = 0;
  for (const RawDirective& directive : raw_directives(repeated("*/#a ", kMany)))
    characters += directive.argument.size();
  EXPECT_LE(characters, std::size_t{kMany} * 256);
}

std::vector<Refusal> attributes(std::string_view text) {
  const Policy policy("allow attribute good\nrefuse attribute * | {}");
  const std::string marked = "# 1 \"s/a\"\n" + std::string(text);
  return source_refusals(read(marked), policy, "/");
}

TEST(SourceRules, find_attributes_in_lists_within_lists) {
  const auto first = [](std::string_view text) {
    const std::vector<Refusal> found = attributes(text);
    return found.empty() ? std::string() : found.front().text;
  };
  EXPECT_EQ(first("[[good, good(x[0], [y])]] int bad; __attribute__((good(bad))) int b[bad];"), "");
  EXPECT_EQ(first("[[good(1), bad]]"), "bad");
  EXPECT_EQ(first("[[good([[bad]])]]"), "bad");
  EXPECT_EQ(first("[[good(__attribute__((good)) 1), bad]]"), "bad");
  EXPECT_EQ(first("__attribute__((good(sizeof(__attribute__((bad)) int))))"), "bad");
  EXPECT_EQ(first("__attribute__((good(sizeof(__attribute__((good)) int)), bad))"), "bad");
  EXPECT_EQ(first("__attribute__((good)) __attribute((good)) [[using gnu: good]] __attribute__((bad))"),
            "bad");
}

// As with directives: the work for one must not grow with the file.
TEST(SourceRules, take_no_longer_for_each_list_when_nothing_closes_them) {
  EXPECT_EQ(attributes(repeated("[[", 50'000) + repeated("bad,", 50'000)).size(), 1u);
  EXPECT_LE(attributes(repeated("__attribute__(", 100'000)).size(), 1u);
  EXPECT_EQ(attributes(repeated("[[bad(\n", 50'000)).size(), 50'000u);
}

TEST(SourceName, is_the_last_part_of_a_symbol) {
  EXPECT_EQ(source_name("exit"), "exit");
  EXPECT_EQ(source_name("_ZN2ns4sortEPi"), "sort");
  EXPECT_EQ(source_name("_Z4pickIiEvT_"), "pick");
  for (const char* type : {"s", "a", "f", "A_s"}) EXPECT_EQ(source_name(type), type);
}

// void f(P<P<...>, P<...>>), twenty deep: each of its few back references doubles the name's length.
TEST(SourceName, is_the_symbol_where_the_name_would_be_endless) {
  std::string symbol = "_Z1f1P";
  for (int i = 1; i < 20; ++i) symbol += "IS_";
  symbol += "I2T0S0_E";
  for (char last = '1'; last <= '9'; ++last) symbol += std::string("S") + last + "_E";
  for (char last = 'A'; last <= 'J'; ++last) symbol += std::string("S") + last + "_E";
  EXPECT_EQ(source_name(symbol), symbol);
}

}  // namespace
}  // namespace simt::cxx
