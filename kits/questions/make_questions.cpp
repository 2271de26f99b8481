// Which questions are asked, in which order; and what their makers share.
#include "base/lines.hpp"
#include "base/regex.hpp"
#include "kits/pairs/merged.hpp"
#include "kits/questions/kinds.hpp"

namespace mergelab::predict {
namespace {

using Maker = Question (*)(Random&);

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> table{{"comparisons", comparisons},
                                                  {"origin", origin},
                                                  {"split", split},
                                                  {"search_range", search_range},
                                                  {"candidate", candidate},
                                                  {"share", share},
                                                  {"grid", grid},
                                                  {"section", section},
                                                  {"tiles", tiles},
                                                  {"consumed", consumed},
                                                  {"tile_share", tile_share},
                                                  {"refill", refill},
                                                  {"ring_start", ring_start},
                                                  {"sectors", sectors},
                                                  {"turns", turns},
                                                  {"race", race}};
  return table;
}

void shuffle(std::vector<std::string>& words, Random& random) {
  for (std::size_t left = words.size(); left > 1; --left)
    std::swap(words[left - 1], words[random.below(left)]);
}

constexpr std::size_t kMostKernels = 16;
constexpr const char* kBeginning = "#include <cstdio>\n";
constexpr const char* kMain = R"cu(
int main() {
  void *A = nullptr, *C = nullptr;
  if (cudaMalloc(&A, 1 << 16) != cudaSuccess || cudaMalloc(&C, 1 << 16) != cudaSuccess) return 1;
  if (cudaMemset(A, 0, 1 << 16) != cudaSuccess) return 1;
)cu";

int count_lines(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

/// What the engine saw, by line of the program.
struct Figures {
  std::map<int, Seen> lines;
  std::vector<std::pair<int, int>> races;
  bool all = false;  // nothing was left out
};

Figures read_figures(std::string_view file, std::string_view output) {
  Figures figures;
  for (const std::string& line : base::lines_of(output)) {
    const std::vector<std::string> cells = base::lines_of(line, '\t');
    if (cells.size() == 2 && cells[0] == "dropped") figures.all = cells[1] == "0";
    if (cells.size() == 5 && cells[0] == "line" && cells[1] == file) {
      figures.lines[std::stoi(cells[2])] = {std::stoull(cells[3]), std::stoull(cells[4]), {}};
    } else if (cells.size() == 3 && cells[0] == "violation" && cells[1] == "race") {
      const base::Regex place(std::string(file) + R"(:(\d+))");
      std::vector<int> lines;
      for (const std::smatch& each : base::regex_matches(cells[2], place))
        lines.push_back(std::stoi(each[1]));
      if (lines.size() < 2) throw std::runtime_error("a race without two lines: " + cells[2]);
      figures.races.emplace_back(std::min(lines[0], lines[1]), std::max(lines[0], lines[1]));
    }
  }
  if (!figures.all) throw std::runtime_error("the engine did not report everything that it saw");
  return figures;
}

}  // namespace

int between(Random& random, int least, int most) {
  return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

int size(const std::vector<int>& keys) { return static_cast<int>(keys.size()); }

Arrays draw_arrays(Random& random, int m, int n) {
  const int largest = std::max(4, (m + n) * 2 / 3);
  const auto draw = [&](int count) {
    std::vector<int> keys(static_cast<std::size_t>(count));
    for (int& key : keys) key = between(random, 1, largest);
    std::ranges::sort(keys);
    return keys;
  };
  Arrays arrays;
  arrays.a = draw(m);
  arrays.b = draw(n);
  return arrays;
}

std::string show(const Arrays& arrays) {
  std::string text = "  index  ";
  for (int i = 0; i < std::max(size(arrays.a), size(arrays.b)); ++i) text += fmt::format("{:3}", i);
  const auto add = [&](char name, char length, const std::vector<int>& keys) {
    text += fmt::format("\n  {}      ", name);
    for (const int key : keys) text += fmt::format("{:3}", key);
    text += fmt::format("    {} = {}", length, keys.size());
  };
  add('A', 'm', arrays.a);
  add('B', 'n', arrays.b);
  return text + "\n";
}

int rank(const Arrays& arrays, int k) {
  judge::StableMerge expected(arrays);
  for (int q = 0; q < k; ++q) expected.next();
  return static_cast<int>(expected.taken_of_a());
}

std::string element(char array, const std::vector<int>& keys, int index) {
  return fmt::format("{}[{}] = {}", array, index, keys.at(static_cast<std::size_t>(index)));
}

std::vector<Question> make_questions(const std::vector<std::string>& kinds, std::size_t count,
                                     std::uint64_t seed) {
  Random random(base::mix(seed));
  std::vector<std::string> order;
  std::vector<Question> questions;
  while (questions.size() < count) {
    if (order.empty()) {
      order = kinds;
      shuffle(order, random);
    }
    const auto maker = makers().find(order.back());
    if (maker == makers().end())
      throw std::invalid_argument(fmt::format("unknown kind of question '{}'", order.back()));
    order.pop_back();
    questions.push_back(maker->second(random));
    questions.back().kind = maker->first;
  }
  return questions;
}

std::vector<Program> make_programs(const std::vector<Question>& questions) {
  std::vector<Program> programs;
  std::string calls;
  const auto end_program = [&] {
    if (!calls.empty())
      programs.back().source +=
          kMain + calls + "  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;\n}\n";
    calls.clear();
  };
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!questions[i].needs_engine()) continue;
    if (calls.empty() || programs.back().kernels.size() == kMostKernels) {
      end_program();
      programs.push_back({kBeginning, {}});
    }
    Program& program = programs.back();
    const Experiment& experiment = questions[i].experiment;
    std::string kernel = experiment.kernel;
    const std::string name = fmt::format("question_{}", i), token = "@NAME@";
    kernel.replace(kernel.find(token), token.size(), name);
    program.kernels[i] = count_lines(program.source) + 1;
    program.source += kernel;
    calls += fmt::format(
        "  {0}<<<1, {1}, 8192>>>(static_cast<const {2}*>(A), static_cast<{2}*>(C));\n"
        "  if (cudaGetLastError() != cudaSuccess) return 1;\n",
        name, experiment.threads, experiment.type);
  }
  end_program();
  return programs;
}

void finish_questions(std::vector<Question>& questions, const Program& program, std::string_view file,
                      std::string_view output) {
  const Figures figures = read_figures(file, output);
  for (const auto& [place, first] : program.kernels) {
    Question& question = questions.at(place);
    const int end = first + count_lines(question.experiment.kernel);
    Seen seen;
    // A race has lines without figures; every other experiment is about one line.
    const auto counted = figures.lines.find(first + question.experiment.line - 1);
    if (counted != figures.lines.end()) {
      seen = counted->second;
    } else if (!question.is_pair) {
      throw std::runtime_error(fmt::format("the engine has no figures of:\n{}", question.experiment.kernel));
    }
    for (const auto& [one, other] : figures.races) {
      if (one >= first && other < end) seen.races.emplace_back(one - first + 1, other - first + 1);
    }
    question.finish(question, seen);
  }
}

}  // namespace mergelab::predict
