// What counts as similar, in small files and in independent solutions of the labs.
#include <fmt/format.h>

#include "base/regex.hpp"
#include "similar/compare.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::similar {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSearch = R"(
int find(int k, const int* A, int m) {
  int low = 0;
  int high = min(k, m);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (A[middle] <= k) low = middle + 1;
    else high = middle;
  }
  return low;
}
)";
constexpr const char* kCopy = R"(
void copy(const int* from, int* to, int count, int step) {
  for (int x = threadIdx.x; x < count; x += step) {
    to[x] = from[x] + 7 * count;
    if (from[x] == step) return;
  }
}
)";
constexpr const char* kOther = R"(
long gcd(long a, long b) {
  while (b != 0) { long c = a % b; a = b; b = c; }
  do { a--; b++; } while (a > 10 * b && b != 3);
  return a;
}
)";

LabCode lab_of(const std::vector<std::string>& texts) {
  LabCode lab;
  for (std::size_t i = 0; i < texts.size(); ++i)
    lab.files.push_back({std::string(1, static_cast<char>('a' + i)), texts[i]});
  return lab;
}
/// Of two files.
Pair pair_of(const std::string& one, const std::string& other) {
  const Comparison found = compare(lab_of({one, other}));
  return found.pairs.empty() ? Pair{} : found.pairs.front();
}

TEST(Compare, takes_renamed_variables_for_the_same) {
  std::string renamed = base::regex_replace(kSearch, base::Regex("low"), "first");
  renamed = base::regex_replace(renamed, base::Regex("middle"), "pivot");
  const Pair pair = pair_of(kSearch, renamed);
  EXPECT_DOUBLE_EQ(pair.part_of_first(), 1);
  EXPECT_DOUBLE_EQ(pair.part_of_second(), 1);
  EXPECT_TRUE(pair.same_tokens);
}
TEST(Compare, takes_comments_and_layout_for_nothing) {
  std::string other = base::regex_replace(kSearch, base::Regex("\n"), " // note\n\n");
  EXPECT_DOUBLE_EQ(pair_of(kSearch, other).part_of_first(), 1);
  EXPECT_TRUE(pair_of(kSearch, other).same_tokens);
}
TEST(Compare, finds_functions_in_another_order) {
  const Pair pair = pair_of(std::string(kSearch) + kCopy, std::string(kCopy) + kSearch);
  EXPECT_GE(pair.part_of_first(), 0.6);
  EXPECT_FALSE(pair.same_tokens);
}
TEST(Compare, tells_the_parts_of_both_files) {
  const Pair pair = pair_of(kSearch, std::string(kSearch) + kCopy + kOther);
  EXPECT_GE(pair.part_of_first(), 0.8);
  EXPECT_LE(pair.part_of_second(), 0.6);
}
TEST(Compare, finds_nothing_between_different_functions) {
  EXPECT_TRUE(compare(lab_of({kSearch, kCopy, kOther})).pairs.empty());
}
TEST(Compare, finds_nothing_where_all_is_base_code) {
  LabCode lab =
      lab_of({std::string("// ada\n") + kSearch, std::string("// bob\n") + kSearch, kSearch, kSearch});
  lab.base = {kSearch};
  const Comparison found = compare(lab);
  EXPECT_TRUE(found.pairs.empty());
  EXPECT_TRUE(found.identical.empty()) << "the file as it was handed out is nobody's";
  EXPECT_EQ(found.too_short.size(), 4U);
  lab.base.clear();
  lab.solutions = {kSearch};
  EXPECT_TRUE(compare(lab).pairs.empty());
}
TEST(Compare, counts_what_is_there_beside_base_code) {
  LabCode lab = lab_of(
      {std::string(kSearch) + kCopy, std::string(kSearch) + kOther, kSearch + std::string(kCopy) + "int z;"});
  lab.base = {kSearch};
  const Comparison found = compare(lab);
  ASSERT_FALSE(found.pairs.empty());
  EXPECT_EQ(found.pairs.front().first, 0U);
  EXPECT_EQ(found.pairs.front().second, 2U);
  EXPECT_GE(found.pairs.front().part_of_first(), 0.8);
  EXPECT_EQ(found.pairs.size(), 1U);
}
TEST(Compare, says_which_files_are_the_same_byte_for_byte) {
  const Comparison found = compare(lab_of({kSearch, kOther, kSearch, kSearch}));
  EXPECT_EQ(found.identical, (std::vector<std::vector<std::size_t>>{{0, 2, 3}}));
  EXPECT_TRUE(found.pairs.empty()) << "one of them represents all";
}
TEST(Compare, leaves_short_files_alone) {
  const Comparison found = compare(lab_of({"", "a = 1;", "a = 1;", "return x;"}));
  EXPECT_TRUE(found.pairs.empty());
  EXPECT_TRUE(found.identical.empty()) << "three tokens say nothing of who wrote them";
  EXPECT_EQ(found.too_short.size(), 4U);
}
TEST(Compare, takes_any_bytes) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * i % 251);
  EXPECT_EQ(compare(lab_of({bytes, bytes + "x", "\"", "/*", "R\"(", std::string(5000, '('),
                            std::string(5000, '(') + ")"}))
                .pairs.empty(),
            false);
}
TEST(Compare, leaves_out_what_everybody_has) {
  std::vector<std::string> texts;
  for (int i = 0; i < 12; ++i) texts.push_back(fmt::format("{}int own_{}[{}];", kSearch, i, i));
  const Comparison found = compare(lab_of(texts));
  EXPECT_TRUE(found.pairs.empty()) << "twelve of twelve have it";
  EXPECT_GT(found.common, 0U);
  EXPECT_EQ(found.most_files, 10U);
  EXPECT_EQ(compare(lab_of(texts), 12).pairs.size(), 66U);
}
TEST(Compare, lists_those_that_share_more_first) {
  const std::string more = std::string(kSearch) + kCopy;
  const Comparison found = compare(lab_of({kCopy, more, more + "int q;"}));
  ASSERT_EQ(found.pairs.size(), 3U);
  EXPECT_EQ(found.pairs[0].first, 1U);
  EXPECT_EQ(found.pairs[0].second, 2U);
  EXPECT_GT(found.pairs[0].shared, found.pairs[1].shared);
}
TEST(Compare, finds_a_run_as_long_as_it_promises_wherever_it_is) {
  // 16 tokens, behind and before all kinds of other code.
  const std::string run = "a[b] = c + d * 9; e -= 77; f";
  ASSERT_EQ(code_of(run, {}).size(), kGram + kWindow - 1);
  for (const char* before : {"", "x;", "while (y) {", "return 5 - 4;"}) {
    for (const char* after : {"", "= 3;", "(); }", "/ 1 % 2 ^ 3;"})
      EXPECT_GE(pair_of(run + "!= 0;", fmt::format("{} {} {}", before, run, after)).shared, 1U)
          << before << " | " << after;
  }
}

TEST(Stretches, are_runs_of_the_same_tokens_that_are_no_base_code) {
  LabCode lab = lab_of({std::string(kSearch) + kCopy, std::string(kOther) + kCopy + kSearch});
  const std::vector<Stretch> stretches = stretches_of(lab, base_of(lab), 0, 1);
  ASSERT_EQ(stretches.size(), 2U);
  for (const Stretch& stretch : stretches) {
    const auto part = [&](std::size_t file, std::size_t begin, std::size_t end) {
      return lab.files[file].text.substr(begin, end - begin);
    };
    EXPECT_EQ(part(0, stretch.first_begin, stretch.first_end),
              part(1, stretch.second_begin, stretch.second_end));
    EXPECT_GE(stretch.tokens, kGram);
  }
  EXPECT_LE(stretches[0].first_end, stretches[1].first_begin);
  lab.base = {kSearch};
  EXPECT_EQ(stretches_of(lab, base_of(lab), 0, 1).size(), 1U);
}
TEST(Stretches, go_on_over_a_little_base_code_that_both_have) {
  const std::string given = "q = r * s + 1; t;";
  LabCode lab =
      lab_of({std::string(kSearch) + given + kCopy, "int own;" + std::string(kSearch) + given + kCopy});
  lab.base = {given};
  EXPECT_EQ(stretches_of(lab, base_of(lab), 0, 1).size(), 1U);
  lab.files[1].text = std::string(kSearch) + "q = r * s + 2; t;" + kCopy;
  EXPECT_EQ(stretches_of(lab, base_of(lab), 0, 1).size(), 2U);
}
TEST(Stretches, mark_no_token_twice) {
  const std::string once = "a = b[c] + 1; d = e * 2; f(g);";
  const LabCode lab = lab_of({once + once + once, once});
  const std::vector<Stretch> stretches = stretches_of(lab, {}, 0, 1);
  ASSERT_EQ(stretches.size(), 1U);
  EXPECT_EQ(stretches[0].second_end - stretches[0].second_begin, once.size());
}

// tests/similar/apart has solutions in four styles. They share only what the labs require.
class Apart : public testing::TestWithParam<const char*> {};
TEST_P(Apart, share_a_fifth_at_most) {
  const fs::path root = MERGELAB_SOURCE_DIR;
  const TemporaryFolder folder;
  LabCode lab;
  for (const std::string student : {"one", "two", "three", "four"}) {
    const fs::path mine = folder.path() / student;
    const std::string write = (root / "tests/similar/apart/write.sh").string();
    ASSERT_EQ(std::system(fmt::format("'{}' {} '{}'", write, student, mine.string()).c_str()), 0);
    if (!fs::exists(mine / GetParam())) continue;
    for (const auto& file : fs::directory_iterator(mine / GetParam())) {
      lab.files.push_back({student, read_text(file.path())});
      lab.base = {read_text(root / "labs" / GetParam() / file.path().filename())};
      lab.solutions = {read_text(root / "solutions" / GetParam() / file.path().filename())};
    }
  }
  ASSERT_EQ(lab.files.size(), GetParam() == std::string("04_tiled_kernel") ? 3U : 4U);
  lab.kept = {"co_rank", "merge_sequential"};
  for (const Pair& pair : compare(lab).pairs) {
    EXPECT_LE(pair.greater_part(), 0.2)
        << lab.files[pair.first].student << " and " << lab.files[pair.second].student;
  }
  // The same file under other names is far from that.
  lab.files.push_back(
      {"renamed", "// mine\n" + base::regex_replace(lab.files.front().text,
                                                    base::Regex(R"(\b([A-Za-z])_(\w+)\b)"), "$2_$1")});
  EXPECT_GE(compare(lab).pairs.front().greater_part(), 0.95);
}
INSTANTIATE_TEST_SUITE_P(Labs, Apart,
                         testing::Values("01_sequential_merge", "02_co_rank", "03_basic_kernel",
                                         "04_tiled_kernel"),
                         [](const auto& info) { return std::string(info.param).substr(3); });

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
