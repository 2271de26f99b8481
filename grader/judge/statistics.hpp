// Order statistics of a few times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace mergelab::judge {

struct Quartiles {
  double lower = 0, median = 0, upper = 0;
  std::size_t samples = 0;
  /// The distance of the quartiles, in medians.
  [[nodiscard]] double spread() const { return median > 0 ? (upper - lower) / median : 0; }
  /// The standard error of the median, in the samples' unit, as if they were normal.
  [[nodiscard]] double uncertainty_s() const {
    constexpr double kOfNormal =
        0.93;  // 1.2533 standard deviations, each of which is 0.7413 quartile distances
    return kOfNormal * (upper - lower) / std::sqrt(static_cast<double>(samples));
  }
};

/// Linear between the two nearest samples. `samples` are not empty.
[[nodiscard]] inline Quartiles quartiles(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double fraction) {
    const double place = fraction * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] + (place - static_cast<double>(below)) * (samples[above] - samples[below]);
  };
  return {at(0.25), at(0.5), at(0.75), samples.size()};
}

}  // namespace mergelab::judge
