#include "base/source_tokens.hpp"

#include <gtest/gtest.h>

#include <string>

namespace mergelab::base {
namespace {

std::string words(std::string_view source) {
  std::string all;
  for (const SourceToken& token : source_tokens(source)) {
    if (!all.empty()) all += ' ';
    all += token.text;
  }
  return all;
}

TEST(SourceTokens, leave_out_comments_and_directives) {
  EXPECT_EQ(words("#pragma once\nint a; // b\n/* c\n d */ int e;  # f"), "int a ; int e ; # f");
  EXPECT_EQ(words("  #include <x>\n/* one */ #define two\nx"), "x");
}
TEST(SourceTokens, take_the_longest_sign) {
  EXPECT_EQ(words("f<<<1,2>>>(a<=b, c->d, e::f, ++g)"),
            "f <<< 1 , 2 >>> ( a <= b , c -> d , e :: f , ++ g )");
}
TEST(SourceTokens, keep_numbers_and_literals_whole) {
  EXPECT_EQ(words("1'000 1e-5 0x1F \"a // b\" 'c' R\"x(\" )x\" d"),
            "1'000 1e-5 0x1F \"a // b\" 'c' R\"x(\" )x\" d");
}
TEST(SourceTokens, know_their_places) {
  const std::vector<SourceToken> tokens = source_tokens("a\n  /* x\n */ bc = 1;");
  ASSERT_EQ(tokens.size(), 5U);
  EXPECT_EQ(tokens[1].text, "bc");
  EXPECT_EQ(tokens[1].line, 3);
  EXPECT_EQ(tokens[1].column, 5);
  EXPECT_EQ(tokens[1].offset, 13U);
  EXPECT_EQ(tokens[1].end(), 15U);
  EXPECT_EQ(tokens[1].kind, TokenKind::name);
  EXPECT_EQ(tokens[3].kind, TokenKind::number);
}
TEST(SourceTokens, take_what_never_ends) {
  EXPECT_EQ(words("a /* b"), "a");
  EXPECT_EQ(words("a // b"), "a");
  EXPECT_EQ(words("a /*/"), "a");
  EXPECT_EQ(words("a \"b\\"), "a \"b\\");
  EXPECT_EQ(words("R\"never(ends"), "R\"never(ends");
  EXPECT_EQ(words(std::string("a\0b", 3)), std::string("a \0 b", 5));
}

}  // namespace
}  // namespace mergelab::base
