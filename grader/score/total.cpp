// The submission's score from those of its labs.
#include <algorithm>

#include "score/score.hpp"

namespace mergelab::score {

void total(Grading& grading) {
  Points score, max_score;
  bool known = true;
  for (const LabResult& lab : grading.labs) {
    known &= lab.score.has_value();
    score += lab.score.value_or(0);
    max_score += lab.max_score;
  }
  grading.score = known ? std::optional(score) : std::nullopt;
  grading.max_score = max_score;
  grading.complete = known && std::all_of(grading.asked.begin(), grading.asked.end(), [&](const auto& name) {
                       return std::any_of(grading.labs.begin(), grading.labs.end(),
                                          [&](const LabResult& lab) { return lab.name == name; });
                     });
}

}  // namespace mergelab::score
