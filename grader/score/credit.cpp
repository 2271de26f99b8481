// How a figure becomes credit.
#include <algorithm>
#include <cmath>

#include "score/score.hpp"

namespace mergelab::score {

double credit(const Item& item, double metric) {
  if (!std::isfinite(metric) || metric < 0) return 0;
  if (item.max_ratio) return metric <= *item.max_ratio ? 1 : 0;
  if (!item.full || !item.zero) return 0;
  if (metric <= *item.full) return 1;
  if (metric >= *item.zero) return 0;
  return std::clamp(std::log(*item.zero / metric) / std::log(*item.zero / *item.full), 0.0, 1.0);
}

}  // namespace mergelab::score
