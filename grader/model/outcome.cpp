#include "model/outcome.hpp"

namespace mergelab {

std::string in_words(const Violation& violation) {
  return violation.hint.empty() ? violation.text : violation.text + "\n" + violation.hint;
}

Observation public_part(Observation seen) {
  if (!seen.hidden) return seen;
  seen.outcome = {.verdict = seen.outcome.verdict};
  seen.duration_s = 0;
  return seen;
}

std::string hidden_message(Verdict verdict) { return say(Sentence::hidden_case, phrase(verdict)); }

}  // namespace mergelab
