#include "model/observation.hpp"

#include <utility>

namespace mergelab {

Observation public_part(Observation seen) {
  if (!seen.hidden) return seen;
  seen.outcome = {.verdict = seen.outcome.verdict};
  seen.duration_s = 0;
  return seen;
}

std::string hidden_message(Verdict verdict) { return say(Sentence::hidden_case, phrase(verdict)); }

}  // namespace mergelab
