#include "score/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace mergelab::score {
namespace {

/// How much longer than the reference's slowest run a good solution may take, relative to the baseline.
constexpr double kGenerous = 2.5;
/// What is left between the reference's slowest run on a GPU and the end of full points.
constexpr double kMargin = 1.1;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// For people: three digits of a ratio, and a threshold up to the next tenth.
double three_digits(double value) { return std::round(value * 1000) / 1000; }
double up_to_tenth(double value) { return std::ceil(value * 10 - 1e-9) / 10; }

}  // namespace

Calibration calibrated(const Item& item, const std::map<std::string, std::vector<double>>& runs) {
  Calibration found;
  double slowest = 0, slowest_of_median = 1;
  for (const auto& [name, values] : runs) {
    const double middle = median(values);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    found.medians[name] = middle;
    found.spread = std::max(found.spread, (*most - *least) / middle);
    slowest = std::max(slowest, *most);
    slowest_of_median = std::max(slowest_of_median, *most / middle);
  }
  if (item.is_timed_on_device()) {
    for (const auto& [name, middle] : found.medians) found.reference[name] = three_digits(middle);
    slowest = slowest_of_median;
  }
  if (item.max_ratio) found.max_ratio = std::max(*item.max_ratio, up_to_tenth(kGenerous * slowest));
  if (item.full && item.zero) {
    found.full = std::max(*item.full, up_to_tenth(kMargin * slowest));
    found.zero = *found.full == *item.full ? *item.zero : three_digits(*item.zero * *found.full / *item.full);
  }
  return found;
}

}  // namespace mergelab::score
