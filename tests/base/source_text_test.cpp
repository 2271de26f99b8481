
#include "base/allocated_variable.hpp"
#include "base/did_you_mean.hpp"
#include "base/source_tokens.hpp"
#include "support/test.hpp"

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

// Names of memory come from the student's lines, or not at all.

TEST(AllocatedVariable, is_the_argument_of_cudaMalloc) {
  for (const char* line :
       {"cudaMalloc(&parts, bytes);", "check(cudaMalloc((void**)&parts, 4 * sizeof(int)));",
        "if (cudaMallocManaged( &parts , n) != cudaSuccess) return;",
        "const cudaError_t status = cudaMalloc(&parts, sizeof(T) * count);",
        "thrust::device_vector<int> parts(n.size(), 1);", "device_vector<pair<int, int>> parts = host;"})
    EXPECT_EQ(allocated_variable({{line, "f"}}), "parts") << line;
  for (const char* line : {"", "parts = make();", "cudaMalloc(parts, n);", "cudaMalloc(&table.parts, n);",
                           "thrust::device_vector<int> a(n), b(n);", "thrust::device_vector<int> a = b, c;",
                           "cudaMalloc(&parts, n), cudaMalloc(&sums, n);"})
    EXPECT_EQ(allocated_variable({{line, "f"}}), "") << line;
  EXPECT_EQ(allocated_variable({}), "");
}

TEST(AllocatedVariable, is_the_one_of_several_on_the_line_whose_turn_it_was) {
  const char* const two = "cudaMalloc(&parts, n); cudaMalloc((void**)&sums, n);";
  EXPECT_EQ(allocated_variable({{two, "f", 0, 2}}), "parts");
  EXPECT_EQ(allocated_variable({{two, "f", 1, 2}}), "sums");
  EXPECT_EQ(allocated_variable({{two, "f", 0, 1}}), "") << "the other one may not have run";
  EXPECT_EQ(allocated_variable({{two, "f", 2, 3}}), "") << "a macro may have a third";
  EXPECT_EQ(allocated_variable({{two, "f", 2, 2}}), "");
}

TEST(AllocatedVariable, is_what_the_caller_assigns_it_to) {
  const auto name = [](const char* line, const char* function = "device_array") {
    return allocated_variable({{"cudaMalloc(&memory, n);", function}, {line, "sort"}});
  };
  for (const char* line :
       {"const auto parts = device_array<value_t>(received);", "parts = detail::device_array<int>(n);",
        "int* const parts = device_array(n);", "const Holder<int> parts(device_array<int>(n));",
        "std::unique_ptr<int[]> parts{device_array<int>(n)};"})
    EXPECT_EQ(name(line), "parts") << line;
  EXPECT_EQ(allocated_variable({{"cudaMalloc(&memory, n);", "Array"},
                                {"return Array<T>(n);", "make"},
                                {"auto parts = make<int>(n);", "sort"}}),
            "parts");
  EXPECT_EQ(name("DeviceArray<int> parts(n);", "DeviceArray"), "parts");
  EXPECT_EQ(name("float *a = device_array(n), *b = device_array(n);"), "") << "nothing says which";
  for (const char* line :
       {"use(device_array<int>(n));", "return device_array<int>(n);", "device_array<int>(n);", ""})
    EXPECT_EQ(name(line), "memory") << line;
}

TEST(AllocatedVariable, is_not_looked_for_in_endless_lines) {
  EXPECT_EQ(allocated_variable({{"cudaMalloc(&parts, " + std::string(1 << 20, '(') + "n);", "f"}}), "");
}

// The suggestions for a mistyped word, and their message.

TEST(Nearest, counts_letters_left_out_added_replaced_and_swapped) {
  const std::vector<std::string> words{"ties", "stability", "edges"};
  for (const char* word : {"tie", "tiess", "tiez", "teis", "TIES"})
    EXPECT_EQ(nearest(word, words), "ties") << word;
}

TEST(Nearest, counts_a_swap_as_one_change) { EXPECT_EQ(nearest("fomr", {"fomab", "form"}), "form"); }

TEST(Nearest, is_the_first_of_equally_near_ones) {
  EXPECT_EQ(nearest("bat", {"cat", "bar"}), "cat");
  EXPECT_EQ(nearest("bar", {"cat", "bar"}), "bar");
}

TEST(Nearest, is_nothing_when_nothing_is_near) {
  EXPECT_EQ(nearest("performance", {"ties", "edges"}), "");
  EXPECT_EQ(nearest("x", {"y"}), "");
  EXPECT_EQ(nearest("", {"a"}), "");
  EXPECT_EQ(nearest("a", {}), "");
}

TEST(DidYouMean, puts_the_question_before_the_rest) {
  EXPECT_EQ(did_you_mean("teis", {"ties"}, "known: ties"), "did you mean 'ties'?  known: ties");
  EXPECT_EQ(did_you_mean("teis", {"ties"}, "known: ties", '"'), "did you mean \"ties\"?  known: ties");
}

TEST(DidYouMean, leaves_out_what_there_is_not) {
  EXPECT_EQ(did_you_mean("teis", {"ties"}, ""), "did you mean 'ties'?");
  EXPECT_EQ(did_you_mean("x", {"ties"}, "known: ties"), "known: ties");
  EXPECT_EQ(did_you_mean("x", {"ties"}, ""), "");
}

}  // namespace
}  // namespace mergelab::base
