#include "model/observation.hpp"

#include <utility>

namespace mergelab {

Observation public_part(Observation seen) {
  if (!seen.hidden) return seen;
  seen.outcome = {seen.outcome.verdict, "", "", {}};
  seen.duration_s = 0;
  return seen;
}

}  // namespace mergelab
