// Every kind of question whose answer follows from the merge: computed again from only the text, in another
// way, for 200 seeds.
#include <fmt/format.h>

#include "app/machine/own_programs.hpp"
#include "app/machine/work_folder.hpp"
#include "asked.hpp"
#include "base/regex.hpp"
#include "course/course.hpp"
#include "kits/questions/question.hpp"
#include "model/terms.hpp"
#include "support/long_run.hpp"
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

// The engine's answers: its figures are those in CUDA's documentation, computed here from the questions'
// text.

std::vector<Question> answered(const std::string& kind) {
  std::vector<Question> questions;
  const std::uint64_t seeds = in_long_run(kSeeds, kSeeds / 10);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    questions.push_back(make_questions({kind}, 1, seed).at(0));
  app::WorkFolder work;
  for (const Program& program : make_programs(questions))
    finish_questions(questions, program, app::kEngineFile, app::count_on_engine(program.source, work));
  return questions;
}

/// "2 * t" of "x = A[2 * t];"
std::string index_in(const Question& question, const std::string& array) {
  const std::size_t begin = question.text.find(array + "[") + array.size() + 1;
  return question.text.substr(begin, question.text.find(']', begin) - begin);
}

/// Answers that need no arithmetic, by the index. A long run asks for each of them.
void expect_known(const std::map<std::string, std::int64_t>& answers,
                  const std::map<std::string, std::int64_t>& known) {
  std::size_t asked = 0;
  for (const auto& [index, answer] : known) {
    const auto found = answers.find(index);
    if (found == answers.end()) continue;
    ++asked;
    EXPECT_EQ(found->second, answer) << index;
  }
  EXPECT_GE(asked, in_long_run<std::size_t>(known.size(), 1));
}

TEST(SectorsSlow, are_those_that_the_lanes_bytes_lie_in) {
  std::map<std::string, std::int64_t> of_ints;
  for (const Question& question : answered("sectors")) {
    const std::string index = index_in(question, "A");
    const int bytes = figures_in(question.text, "\\((\\d+) bytes?\\)")[0];
    std::set<int> sectors;
    for (int t = 0; t < 32; ++t) {
      const int first = Index(index, t).value() * bytes;
      for (int byte = first; byte < first + bytes; ++byte) sectors.insert(byte / 32);
    }
    const auto expected = static_cast<std::int64_t>(sectors.size());
    EXPECT_EQ(question.answer, std::vector{expected}) << question.text;
    EXPECT_TRUE(contains(question.explanation, std::to_string(expected)));
    // The explanation that counts from the first sector to the last one comes to the same.
    std::smatch hit;
    if (base::regex_search(question.explanation, hit,
                           base::Regex("= (\\d+), and the last .* = (\\d+): (\\d+)"))) {
      EXPECT_EQ(std::stoi(hit[2]) - std::stoi(hit[1]) + 1, expected) << question.explanation;
    }
    if (bytes == 4) of_ints[index] = question.answer.at(0);
  }
  // 128 bytes from a multiple of 128 on for t, and so on.
  expect_known(of_ints, {{"t", 4}, {"t + 1", 5}, {"2 * t", 8}, {"8 * t", 32}});
}

TEST(TurnsSlow, are_the_most_words_that_one_bank_has_to_give) {
  std::map<std::string, std::int64_t> known;
  for (const Question& question : answered("turns")) {
    const std::string index = index_in(question, "tile");
    std::map<int, std::set<int>> banks;
    for (int t = 0; t < 32; ++t) {
      const int word = Index(index, t).value();
      banks[word % 32].insert(word);
    }
    std::size_t expected = 0;
    for (const auto& [bank, words] : banks) expected = std::max(expected, words.size());
    EXPECT_EQ(question.answer, std::vector{static_cast<std::int64_t>(expected)}) << question.text;
    known[index] = question.answer.at(0);
  }
  expect_known(
      known,
      {{"32 * t", 32}, {"33 * t", 1}, {"2 * t", 2}, {"8 * t", 8}, {"9 * t", 1}, {"8 * t + 8 * t / 32", 1}});
}

struct Access {
  int line, round, thread, element, block_phase, warp_phase;
  bool writes;
};

/// The pairs of lines that nothing orders, and of which accesses they are.
struct Races {
  std::set<std::pair<int, int>> lines;
  bool in_one_round = false, across_rounds = false;  // of the loop
  bool in_one_warp = true;                           // all of them
};

/// All accesses of shared memory in a kernel's text, and those that race.
Races races_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line) && !line.empty();) lines.push_back(line.substr(6));
  std::size_t loop = lines.size(), end = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("for (") != std::string::npos) loop = i;
    if (loop < i && end == 0 && lines[i] == "  }") end = i;
  }
  std::vector<std::pair<std::size_t, int>> order;  // lines as they run, each with its round
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != loop) {
      order.emplace_back(i, 0);
      continue;
    }
    for (int round = 0; round < 4; ++round) {
      for (std::size_t each = loop + 1; each < end; ++each) order.emplace_back(each, round);
    }
    i = end;
  }
  std::vector<Access> accesses;
  int block_phase = 0, warp_phase = 0;
  for (const auto& [i, round] : order) {
    const std::string& line = lines[i];
    block_phase += line.find("__syncthreads") != std::string::npos ? 1 : 0;
    warp_phase += line.find("__syncwarp") != std::string::npos ? 1 : 0;
    if (line.find("__shared__") != std::string::npos) continue;
    static const base::Regex use(R"((tile|bounds)\[([^\]]*)\]( = )?)");
    for (const std::smatch& each : base::regex_matches(line, use)) {
      const int threads = line.find("if (t < 2)") != std::string::npos ? 2 : 64;
      for (int t = 0; t < threads; ++t)
        accesses.push_back({static_cast<int>(i) + 1, round, t, Index(each[2], t).value(), block_phase,
                            warp_phase, each[3].matched});
    }
  }
  Races races;
  for (const Access& x : accesses) {
    for (const Access& y : accesses) {
      const bool ordered =
          x.block_phase != y.block_phase || (x.thread / 32 == y.thread / 32 && x.warp_phase != y.warp_phase);
      if (x.thread == y.thread || x.element != y.element || (!x.writes && !y.writes) || ordered) continue;
      races.lines.emplace(std::min(x.line, y.line), std::max(x.line, y.line));
      (x.round == y.round ? races.in_one_round : races.across_rounds) = true;
      races.in_one_warp = races.in_one_warp && x.thread / 32 == y.thread / 32;
    }
  }
  return races;
}

/// The questions about races with what races in them: worked out once.
const std::vector<std::pair<Question, Races>>& race_questions() {
  static const auto all = [] {
    std::vector<std::pair<Question, Races>> questions;
    for (Question& question : answered("race")) {
      Races races = races_in(question.text);
      questions.emplace_back(std::move(question), std::move(races));
    }
    return questions;
  }();
  return all;
}

TEST(RacesSlow, are_the_pairs_that_no_barrier_orders) {
  int with = 0, warp = 0;
  for (const auto& [question, found] : race_questions()) {
    const std::set<std::pair<int, int>>& races = found.lines;
    ASSERT_LE(races.size(), 1U) << question.text;
    std::vector<std::int64_t> expected{0, 0};
    if (!races.empty()) expected = {races.begin()->first, races.begin()->second};
    EXPECT_EQ(question.answer, expected) << question.text;
    const bool tells_one = question.explanation.find("either may come first") != std::string::npos;
    EXPECT_EQ(tells_one, !races.empty()) << question.explanation;
    with += races.empty() ? 0 : 1;
    warp += question.text.find("__syncwarp") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(with, in_long_run(50, 5));
  EXPECT_LT(with, in_long_run(180, 18));
  EXPECT_GT(warp, in_long_run(30, 3));
}

TEST(RacesSlow, are_explained_by_the_round_in_which_they_are) {
  int across = 0, inside = 0;
  for (const auto& [question, races] : race_questions()) {
    if (races.lines.empty()) continue;
    const std::string& explanation = question.explanation;
    const auto says = [&explanation](const char* words) {
      return explanation.find(words) != std::string::npos;
    };
    ASSERT_NE(races.in_one_round, races.across_rounds) << question.text;
    EXPECT_EQ(says("in the next round"), races.across_rounds) << question.text << question.explanation;
    EXPECT_EQ(says("Between lines"), races.in_one_round) << question.text << question.explanation;
    (races.across_rounds ? across : inside) += 1;
  }
  EXPECT_GT(across, in_long_run(10, 1));
  EXPECT_GT(inside, in_long_run(10, 1));
}

TEST(RacesSlow, of_one_warp_take_its_barrier_alone) {
  int of_one_warp = 0;
  for (const auto& [question, races] : race_questions()) {
    if (races.lines.empty()) continue;
    const bool warp = question.explanation.find("a __syncwarp() is missing") != std::string::npos;
    const bool block = question.explanation.find("a __syncthreads() is missing") != std::string::npos;
    EXPECT_EQ(warp, races.in_one_warp) << question.text << question.explanation;
    EXPECT_EQ(block, !races.in_one_warp) << question.text << question.explanation;
    of_one_warp += races.in_one_warp ? 1 : 0;
  }
  EXPECT_GT(of_one_warp, in_long_run(5, 0));
}

TEST(Experiments, without_figures_are_no_answers) {
  std::vector<Question> questions = make_questions({"sectors"}, 1, 1);
  const Program program = make_programs(questions).at(0);
  EXPECT_THROW(finish_questions(questions, program, app::kEngineFile, ""), std::runtime_error);
  EXPECT_THROW(finish_questions(questions, program, app::kEngineFile, "dropped\t0\n"), std::runtime_error);
  EXPECT_THROW(finish_questions(questions, program, app::kEngineFile, "dropped\t1\n"), std::runtime_error);
}

}  // namespace
}  // namespace mergelab::predict
