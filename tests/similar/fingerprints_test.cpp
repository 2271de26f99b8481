#include "similar/fingerprints.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace mergelab::similar {
namespace {

std::vector<std::uint64_t> hashes(const std::string& text, const KeptNames& kept = {}) {
  std::vector<std::uint64_t> all;
  for (const CodeToken& token : code_of(text, kept)) all.push_back(token.hash);
  return all;
}

TEST(Code, is_the_same_under_other_names_layout_comments_and_integer_types) {
  const auto code = hashes("int x = y + 1; // why\nif (x < n) { f(x); }");
  EXPECT_EQ(code, hashes("const  long  sum=left+1;/* because */if(sum<limit)f(sum);"));
  EXPECT_NE(code, hashes("int x = y + 2; if (x < n) f(x);"));
  EXPECT_NE(code, hashes("int x = y - 1; if (x < n) f(x);"));
  EXPECT_NE(code, hashes("int x = y + 1; while (x < n) f(x);"));
  EXPECT_NE(code, hashes("box x = y + 1; if (x < n) f(x);"));
}
TEST(Code, keeps_the_names_of_cuda_and_of_the_labs) {
  EXPECT_NE(hashes("a = threadIdx.x;"), hashes("a = blockIdx.x;"));
  EXPECT_NE(hashes("__syncthreads();"), hashes("__syncwarp();"));
  EXPECT_EQ(hashes("co_rank(k);"), hashes("my_rank(k);"));
  EXPECT_NE(hashes("co_rank(k);", {"co_rank"}), hashes("my_rank(k);", {"co_rank"}));
}
TEST(Code, knows_where_a_token_lies) {
  const std::vector<CodeToken> code = code_of("{\n  // x\n  abc = 1; }", {});
  ASSERT_EQ(code.size(), 4U);
  EXPECT_EQ(code[0].line, 3);
  EXPECT_EQ(code[0].offset, 11U);
  EXPECT_EQ(code[0].end, 14U);
}

TEST(Grams, are_equal_for_equal_runs_wherever_they_stand) {
  const std::string run = "a = b + 1; c = d * 2; e = f / 3;";
  const auto alone = grams_of(code_of(run, {})), behind = grams_of(code_of("for (;;) x -= 4; " + run, {}));
  ASSERT_GE(alone.size(), 2U);
  EXPECT_TRUE(std::equal(alone.rbegin(), alone.rend(), behind.rbegin()));
  EXPECT_NE(alone.front(), behind.front());
}
TEST(Grams, of_a_short_file_are_none) {
  EXPECT_TRUE(grams_of(code_of("", {})).empty());
  EXPECT_TRUE(grams_of(code_of("a = b + 1; c = d;", {})).empty());      // 10 tokens
  EXPECT_EQ(grams_of(code_of("a = b + 1; c = d; e;", {})).size(), 1U);  // 12
}

// The example of the paper, figure 2: windows of four hashes, the rightmost of equal ones.
TEST(Winnow, takes_what_the_paper_takes) {
  const std::vector<std::uint64_t> grams{77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98};
  const std::vector<Fingerprint> expected{{17, 3}, {17, 6}, {8, 8}, {39, 11}, {17, 15}};
  EXPECT_EQ(winnow(grams, {}, 4), expected);
}
TEST(Winnow, takes_the_rightmost_of_equal_ones) {
  const std::vector<Fingerprint> expected{{5, 3}, {5, 4}};
  EXPECT_EQ(winnow({5, 5, 5, 5, 5}, {}, 4), expected);
}
TEST(Winnow, takes_no_base_code) {
  const std::vector<Fingerprint> expected{{50, 3}};
  EXPECT_EQ(winnow({77, 8, 9, 50, 60, 8, 9}, {8, 9, 77}, 4), expected);
  EXPECT_TRUE(winnow({8, 9, 8, 9, 8}, {8, 9}, 4).empty());
}
TEST(Winnow, takes_one_of_fewer_than_a_window) {
  EXPECT_TRUE(winnow({}, {}, 4).empty());
  const std::vector<Fingerprint> expected{{2, 1}};
  EXPECT_EQ(winnow({3, 2}, {}, 4), expected);
}
TEST(Winnow, leaves_no_window_without_a_fingerprint) {
  std::vector<std::uint64_t> grams;
  for (std::uint64_t i = 1; i <= 500; ++i) grams.push_back(i * 0x9e3779b97f4a7c15ULL);
  std::set<std::size_t> chosen;
  for (const Fingerprint& print : winnow(grams, {})) chosen.insert(print.at);
  for (std::size_t begin = 0; begin + kWindow <= grams.size(); ++begin) {
    const auto next = chosen.lower_bound(begin);
    ASSERT_NE(next, chosen.end()) << begin;
    EXPECT_LT(*next, begin + kWindow) << begin;
  }
  EXPECT_LT(chosen.size(), grams.size() / 2);
}

}  // namespace
}  // namespace mergelab::similar
