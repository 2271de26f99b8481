// A question to a student about their own file, and what the engine saw that answers it.
#pragma once

#include "judge/inputs.hpp"
#include "model/trace.hpp"

namespace mergelab::ask {

struct Question {
  std::string kind;    // "writer", "sectors", "barrier": no two of a kind where there are others
  std::string text;    // a sentence or two
  std::string answer;  // of what a run of this file showed
};

/// Questions that a trace of a call answers, as many as it has: who wrote an output and from which element,
/// sectors and banks of a request, barriers, a block's part, or what a function of the host returns. Inputs
/// of different elements show which of them an output is. Empty for a trace that was cut. The same for the
/// same `random`.
[[nodiscard]] std::vector<Question> questions_of(const Trace& trace, judge::Random& random);

/// A __syncthreads() of a file.
struct Barrier {
  int line = 0;
  std::string without;  // the file with a blank in its place; every line keeps its number
};
/// In the order of the text; none in comments.
[[nodiscard]] std::vector<Barrier> barriers_of(const std::string& source);

/// What goes wrong without a barrier: from a trace of the file with it, in which no rule was broken, and one
/// of the file without it. Empty if nothing is a race then.
[[nodiscard]] std::vector<Question> barrier_question(const Barrier& barrier, const std::string& file,
                                                     const Trace& with, const Trace& without);

/// `count` of them in an order that `random` decides: one of each kind as long as there are kinds.
[[nodiscard]] std::vector<Question> choose(std::vector<Question> questions, std::size_t count,
                                           judge::Random& random);

}  // namespace mergelab::ask
