// One question of `predict`: the text, the right answer, and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergelab::predict {

/// What the CPU engine saw of a question's kernel. Lines count from 1, in the kernel's text.
struct Seen {
  std::uint64_t sectors = 0, turns = 0;    // of the experiment's line
  std::vector<std::pair<int, int>> races;  // lines, the smaller first
};

/// A kernel that decides a question. It is named @NAME@ in its text, gets two arrays A and C of `type`, each
/// of 64 KiB, and 8 KiB of dynamic shared memory, and runs as one block.
struct Experiment {
  std::string kernel;
  std::string type = "int";
  int threads = 32;
  int line = 0;  // whose sectors and turns count
};

struct Question {
  std::string kind;                  // one of question_kinds()
  std::string text;                  // several lines
  std::vector<std::string> wanted;   // what each number is: "i", "j"; of a choice "letter"
  std::vector<std::string> choices;  // the texts of a, b, ...; empty: numbers are typed
  std::vector<std::int64_t> answer;  // one for each of `wanted`; of a choice its place
  std::string explanation;
  bool is_pair = false;   // two numbers in any order; a lone 0 means 0 0
  Experiment experiment;  // no kernel: answered without the engine
  /// Fills in answer and explanation from what the engine saw.
  std::function<void(Question&, const Seen&)> finish = {};

  [[nodiscard]] bool needs_engine() const { return !experiment.kernel.empty(); }
};

/// `count` questions of these kinds, each as often as the others, in an order that the seed decides; the same
/// for the same seed and kinds. Those that need the engine have no answer yet. `kinds` is not empty. Throws
/// std::invalid_argument for an unknown kind.
[[nodiscard]] std::vector<Question> make_questions(const std::vector<std::string>& kinds, std::size_t count,
                                                   std::uint64_t seed);

struct Program {
  std::string source;                  // CUDA, with a main()
  std::map<std::size_t, int> kernels;  // by the question's place: its kernel's first line
};

/// For simt-cc --instrument: together they have the kernels of all questions that need the engine, and each
/// so few that the engine keeps every violation. Empty if no question needs it.
[[nodiscard]] std::vector<Program> make_programs(const std::vector<Question>& questions);

/// Gives the questions of a program their answers. `output` is from `simt-run --count`, and `file` is the
/// source's name there. Throws std::runtime_error when a kernel's figures are missing.
void finish_questions(std::vector<Question>& questions, const Program& program, std::string_view file,
                      std::string_view output);

}  // namespace mergelab::predict
