// Programs for the kernels of questions, and what a run of them under the CPU engine's eyes says.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kits/questions/question.hpp"

namespace mergelab::predict {

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
