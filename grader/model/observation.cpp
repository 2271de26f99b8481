#include "model/observation.hpp"

#include <utility>

namespace mergelab {

Observation public_part(Observation seen) {
  if (!seen.hidden) return seen;
  seen.outcome = {seen.outcome.verdict, "", "", {}};
  seen.duration_s = 0;
  return seen;
}

std::string hidden_message(Verdict verdict) { return "a hidden case: " + std::string(phrase(verdict)); }

}  // namespace mergelab
