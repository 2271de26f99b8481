// Questions about a barrier that is taken out.
#include <fmt/format.h>

#include <algorithm>

#include "ask/question.hpp"
#include "ask/words.hpp"
#include "base/source_tokens.hpp"

namespace mergelab::ask {

std::vector<Barrier> barriers_of(const std::string& source) {
  const std::vector<base::SourceToken> tokens = base::source_tokens(source);
  std::vector<Barrier> barriers;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("__syncthreads") || !tokens[i + 1].is("(") || !tokens[i + 2].is(")")) continue;
    Barrier barrier{tokens[i].line, source};
    for (std::size_t at = tokens[i].offset; at < tokens[i + 2].end(); ++at) {
      if (source[at] != '\n') barrier.without[at] = ' ';
    }
    barriers.push_back(std::move(barrier));
  }
  return barriers;
}

std::vector<Question> barrier_question(const Barrier& barrier, const std::string& file, const Trace& with,
                                       const Trace& without) {
  if (with.cut || !with.violations.empty()) return {};
  for (const TracedViolation& violation : without.violations) {
    if (violation.rule != "race" || violation.events.size() != 2) continue;
    Question question;
    question.kind = "barrier";
    question.text = fmt::format(
        "{}:{} is a __syncthreads(). Suppose that it is missing. Name two accesses that would race: on which "
        "lines and which array, and are they a read and a write, or two writes?",
        file, barrier.line);
    const int earlier = violation.events[0], later = violation.events[1];
    question.answer = fmt::format(
        "{}. And {}. Nothing orders the two without the barrier. The engine saw these race first; others may "
        "race too.",
        access_text(without, earlier), access_text(without, later));
    return {question};
  }
  return {};
}

}  // namespace mergelab::ask
