// Thresholds for a machine from what the reference solution needs there, run after run: pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/rubric.hpp"

namespace mergelab::score {

/// Runs further apart than this say more of what else the machine did than of the reference.
inline constexpr double kMostSpread = 0.15;

/// What settings have to say of a timed item here. A figure that the item does not have is empty.
struct Calibration {
  std::map<std::string, double> medians;  // of each case's runs
  double spread = 0;                      // of the case whose runs differ most: (slowest - fastest) / median
  std::map<std::string, double> reference;
  std::optional<double> max_ratio, full, zero;
  [[nodiscard]] bool is_noisy() const { return spread > kMostSpread; }
};

/// `runs` has for each case the reference's figure in each run, at least one. A threshold leaves the
/// reference's slowest run full points, and is never stricter than the item's own: the course's holds for any
/// machine.
[[nodiscard]] Calibration calibrated(const Item& item,
                                     const std::map<std::string, std::vector<double>>& runs);

}  // namespace mergelab::score
