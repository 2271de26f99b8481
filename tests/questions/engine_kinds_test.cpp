// The engine's answers: its figures are those in CUDA's documentation, computed here from the questions'
// text.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "app/machine/engine_run.hpp"
#include "app/machine/work_folder.hpp"
#include "asked.hpp"
#include "kits/questions/experiments.hpp"
#include "support/long_run.hpp"

namespace mergelab::predict {
namespace {

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
    EXPECT_NE(question.explanation.find(std::to_string(expected)), std::string::npos) << question.explanation;
    // The explanation that counts from the first sector to the last one comes to the same.
    std::smatch hit;
    if (std::regex_search(question.explanation, hit,
                          std::regex("= (\\d+), and the last .* = (\\d+): (\\d+)"))) {
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
    static const std::regex use(R"((tile|bounds)\[([^\]]*)\]( = )?)");
    for (std::sregex_iterator each(line.begin(), line.end(), use), last; each != last; ++each) {
      const int threads = line.find("if (t < 2)") != std::string::npos ? 2 : 64;
      for (int t = 0; t < threads; ++t)
        accesses.push_back({static_cast<int>(i) + 1, round, t, Index((*each)[2], t).value(), block_phase,
                            warp_phase, (*each)[3].matched});
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
