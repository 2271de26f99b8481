// Every kind of question whose answer follows from the merge: computed again from only the text, in another
// way, for 200 seeds.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "asked.hpp"
#include "course/course.hpp"
#include "model/terms.hpp"
#include "support/places.hpp"

namespace mergelab::predict {
namespace {

using Answer = std::vector<std::int64_t>;

struct Element {
  int key;
  bool from_a;
  int index;
};

/// A stable sort of A's elements, then B's: no merge at all.
std::vector<Element> sorted(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<Element> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back({a[i], true, static_cast<int>(i)});
  for (std::size_t j = 0; j < b.size(); ++j) all.push_back({b[j], false, static_cast<int>(j)});
  std::stable_sort(all.begin(), all.end(), [](const Element& x, const Element& y) { return x.key < y.key; });
  return all;
}

/// How many of the elements [from, to) come from A.
int count_a(const std::vector<Element>& all, int from, int to) {
  return static_cast<int>(
      std::count_if(all.begin() + from, all.begin() + to, [](const Element& each) { return each.from_a; }));
}

/// A block's rounds, one output at a time, from tiles that hold what is loaded and nothing else.
struct Round {
  int a_in_tile, b_in_tile, a_new, b_new, a_consumed, b_consumed, a_start, b_start;
};
std::vector<Round> run_rounds(const std::vector<int>& a, const std::vector<int>& b, int tile) {
  std::vector<Round> rounds;
  std::size_t i = 0, j = 0, a_loaded = 0, b_loaded = 0;
  int a_start = 0, b_start = 0;
  while (i + j < a.size() + b.size()) {
    Round round{};
    for (; a_loaded < a.size() && a_loaded < i + static_cast<std::size_t>(tile); ++a_loaded) ++round.a_new;
    for (; b_loaded < b.size() && b_loaded < j + static_cast<std::size_t>(tile); ++b_loaded) ++round.b_new;
    round.a_in_tile = static_cast<int>(a_loaded - i);
    round.b_in_tile = static_cast<int>(b_loaded - j);
    for (int made = 0; made < tile && i + j < a.size() + b.size(); ++made) {
      const bool from_a = i < a_loaded && (j == b_loaded || !(b[j] < a[i]));
      from_a ? ++i : ++j;
      int& start = from_a ? a_start : b_start;
      if (++start == tile) start = 0;
    }
    round.a_consumed = static_cast<int>(i);
    round.b_consumed = static_cast<int>(j);
    round.a_start = a_start;
    round.b_start = b_start;
    rounds.push_back(round);
  }
  return rounds;
}

/// The answer to a question, from its text.
Answer work_out(const Question& question) {
  const std::string& text = question.text;
  const std::vector<int> a = array_in(text, "A"), b = array_in(text, "B");
  const int m = static_cast<int>(a.size()), n = static_cast<int>(b.size());
  const std::vector<Element> all = sorted(a, b);
  if (question.kind == "comparisons") {
    // What comes after the last element of the array that ends first took no comparison.
    int last_a = 0, last_b = 0;
    for (int k = 0; k < m + n; ++k) (all[static_cast<std::size_t>(k)].from_a ? last_a : last_b) = k;
    return {std::min(last_a, last_b) + 1};
  }
  if (question.kind == "origin") {
    const Element& at = all.at(static_cast<std::size_t>(figures_in(text, R"(becomes C\[(\d+)\])")[0]));
    const std::string name = fmt::format("{}[{}]", at.from_a ? 'A' : 'B', at.index);
    return {std::find(question.choices.begin(), question.choices.end(), name) - question.choices.begin()};
  }
  if (question.kind == "split") {
    const int k = figures_in(text, "first k = (\\d+)")[0], i = count_a(all, 0, k);
    return {i, k - i};
  }
  if (question.kind == "search_range") {
    const std::vector<int> f = figures_in(text, "m = (\\d+) elements, B has n = (\\d+).* k = (\\d+) begins");
    std::set<int> possible;
    for (int i = 0; i <= f[0]; ++i) {
      if (f[2] - i >= 0 && f[2] - i <= f[1]) possible.insert(i);
    }
    return {*possible.begin(), *possible.rbegin()};
  }
  if (question.kind == "candidate") {
    const std::vector<int> f = figures_in(text, "k = (\\d+) tries i = (\\d+), so j = (\\d+)");
    EXPECT_EQ(f[0], f[1] + f[2]);
    const int i = count_a(all, 0, f[0]);
    return {f[1] == i ? 0 : f[1] < i ? 1 : 2};
  }
  if (question.kind == "share") {
    const std::vector<int> f = figures_in(text, R"(from C\[(\d+)t\] on[^?]*does thread (\d+) merge)");
    const int from = f[0] * f[1], to = std::min(from + f[0], m + n);
    const int i = count_a(all, 0, from), more = count_a(all, from, to);
    return {i, i + more, from - i, to - i - more};
  }
  if (question.kind == "grid") {
    const std::vector<int> f =
        figures_in(text, "m \\+ n = (\\d+)\\. Each thread makes (\\d+) outputs, a block has (\\d+)");
    int blocks = 0, idle = 0;
    while (blocks * f[2] * f[1] < f[0]) ++blocks;
    for (int thread = 0; thread < blocks * f[2]; ++thread) idle += thread * f[1] >= f[0] ? 1 : 0;
    return {blocks, idle};
  }
  if (question.kind == "section") {
    const std::vector<int> f = figures_in(text, "have (\\d+) outputs, [^?]*For block (\\d+)");
    const int from = f[0] * f[1], to = std::min(from + f[0], m + n);
    const int before = count_a(all, 0, from), within = count_a(all, from, to);
    return {before, within, from - before, to - from - within};
  }
  if (question.kind == "tile_share") {
    const std::vector<int> f =
        figures_in(text, "C_in_tile = (\\d+) outputs, (\\d+) per thread[^?]*share of thread (\\d+) begin");
    const int from = std::min(f[0], f[1] * f[2]), i = count_a(all, 0, from);
    return {i, from - i};
  }
  const int tile = figures_in(text, "of tile = (\\d+) elements")[0];
  const int round = figures_in(text, "(?:does|after) round (\\d+)")[0];
  const Round seen = run_rounds(a, b, tile).at(static_cast<std::size_t>(round) - 1);
  if (question.kind == "tiles") return {seen.a_in_tile, seen.b_in_tile};
  if (question.kind == "consumed") return {seen.a_consumed, seen.b_consumed};
  if (question.kind == "refill") return {seen.a_new, seen.b_new};
  if (question.kind == "ring_start") return {seen.a_start, seen.b_start};
  ADD_FAILURE() << "nobody works out " << question.kind;
  return {};
}

class Kinds : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Merge, Kinds,
                         testing::Values("comparisons", "origin", "split", "search_range", "candidate",
                                         "share", "grid", "section", "tile_share", "tiles", "consumed",
                                         "refill", "ring_start"),
                         [](const auto& info) { return info.param; });

TEST_P(Kinds, have_the_answer_that_their_text_asks_for) {
  std::set<Answer> answers;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Question question = make_questions({GetParam()}, 1, seed).at(0);
    ASSERT_EQ(question.kind, GetParam());
    ASSERT_FALSE(question.needs_engine());
    EXPECT_EQ(question.answer, work_out(question)) << "seed " << seed << "\n" << question.text;
    ASSERT_EQ(question.wanted.size(), question.answer.size());
    EXPECT_GE(question.explanation.size(), 40U) << question.text;
    EXPECT_EQ(question.text.back(), '\n');
    answers.insert(question.answer);
  }
  EXPECT_GT(answers.size(), 2U) << "always the same answer";
}

TEST_P(Kinds, fit_a_terminal_of_110_columns) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::istringstream lines(make_questions({GetParam()}, 1, seed).at(0).text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110U) << line;
  }
}

TEST(Questions, are_the_same_for_the_same_seed_and_others_for_another) {
  const std::vector<std::string> kinds = names_of(question_kinds());
  const auto texts = [&](std::uint64_t seed) {
    std::string text;
    for (const Question& question : make_questions(kinds, 20, seed)) text += question.text;
    return text;
  };
  EXPECT_EQ(texts(7), texts(7));
  EXPECT_NE(texts(7), texts(8));
}

TEST(Questions, have_each_kind_before_one_comes_again) {
  const std::vector<std::string> kinds = names_of(question_kinds());
  std::set<std::string> seen;
  for (const Question& question : make_questions(kinds, kinds.size(), 3)) seen.insert(question.kind);
  EXPECT_EQ(seen, std::set<std::string>(kinds.begin(), kinds.end()));
}

TEST(Questions, of_a_kind_that_is_none_are_refused) {
  EXPECT_THROW(static_cast<void>(make_questions({"splits"}, 1, 1)), std::invalid_argument);
}

TEST(Questions, of_the_labs_point_to_headings_that_their_readmes_have) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  for (const Lab& lab : course.labs) {
    if (lab.kit && (lab.kit->name() == "merge" || lab.kit->name() == "co_rank")) {
      EXPECT_FALSE(lab.predict.empty()) << lab.name;  // of others nothing can be asked yet
    }
    std::ifstream file(course.root / "labs" / lab.name / "README.md");
    std::set<std::string> headings;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) headings.insert(line.substr(line.find(' ') + 1));
    }
    for (const auto& [kind, heading] : lab.predict)
      EXPECT_TRUE(headings.contains(heading)) << lab.name << ": " << kind << ": " << heading;
  }
}

}  // namespace
}  // namespace mergelab::predict
