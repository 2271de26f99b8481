// Programs are text, made here; the engine's words are read back by line.
#include "kits/questions/experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace mergelab::predict {
namespace {

constexpr std::size_t kMostKernels = 16;
constexpr const char* kBeginning = "#include <cstdio>\n";
constexpr const char* kMain = R"cu(
int main() {
  void *A = nullptr, *C = nullptr;
  if (cudaMalloc(&A, 1 << 16) != cudaSuccess || cudaMalloc(&C, 1 << 16) != cudaSuccess) return 1;
  if (cudaMemset(A, 0, 1 << 16) != cudaSuccess) return 1;
)cu";

int count_lines(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// What the engine saw, by line of the program.
struct Figures {
  std::map<int, Seen> lines;
  std::vector<std::pair<int, int>> races;
  bool all = false;  // nothing was left out
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
  return cells;
}

Figures read_figures(std::string_view file, std::string_view output) {
  Figures figures;
  std::istringstream stream{std::string(output)};
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() == 2 && cells[0] == "dropped") figures.all = cells[1] == "0";
    if (cells.size() == 5 && cells[0] == "line" && cells[1] == file) {
      figures.lines[std::stoi(cells[2])] = {std::stoull(cells[3]), std::stoull(cells[4]), {}};
    } else if (cells.size() == 3 && cells[0] == "violation" && cells[1] == "race") {
      const std::regex place(std::string(file) + R"(:(\d+))");
      std::vector<int> lines;
      for (std::sregex_iterator each(cells[2].begin(), cells[2].end(), place), end; each != end; ++each)
        lines.push_back(std::stoi((*each)[1]));
      if (lines.size() < 2) throw std::runtime_error("a race without two lines: " + cells[2]);
      figures.races.emplace_back(std::min(lines[0], lines[1]), std::max(lines[0], lines[1]));
    }
  }
  if (!figures.all) throw std::runtime_error("the engine did not report everything that it saw");
  return figures;
}

}  // namespace

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
