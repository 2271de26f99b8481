#include "model/rubric.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mergelab {

Points::Points(double points)
    : hundredths_(std::isnan(points) ? 0 : std::llround(std::clamp(points, -kMost, kMost) * kHundredths)) {}

std::optional<Points> Points::exactly(double points) {
  const Points nearest(points);
  return nearest.number() == points ? std::optional(nearest) : std::nullopt;
}

int Points::whole() const { return static_cast<int>(std::lround(number())); }

Points Points::part(double fraction) const {
  if (fraction >= 1) return *this;
  if (!(fraction > 0) || hundredths_ <= 0) return 0;
  return of_hundredths(
      std::min<std::int64_t>(std::llround(static_cast<double>(hundredths_) * fraction), hundredths_ - 1));
}

std::string to_string(Points points) {
  const std::int64_t hundredths = std::abs(points.hundredths());
  std::string text = (points < 0 ? "-" : "") + std::to_string(hundredths / 100);
  if (hundredths % 100 == 0) return text;
  text += '.' + std::to_string(hundredths / 10 % 10);
  return hundredths % 10 == 0 ? text : text + std::to_string(hundredths % 10);
}

std::vector<Points> divided(Points whole, const std::vector<Points>& weights) {
  std::vector<Points> parts(weights.size());
  const std::int64_t all = std::accumulate(weights.begin(), weights.end(), Points()).hundredths();
  if (all <= 0) return parts;
  const auto product = [&](std::size_t i) { return whole.hundredths() * weights[i].hundredths(); };
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = Points::of_hundredths(product(i) / all);
  std::vector<std::size_t> by_remainder(parts.size());
  std::iota(by_remainder.begin(), by_remainder.end(), std::size_t{0});
  std::ranges::stable_sort(by_remainder,
                           [&](std::size_t a, std::size_t b) { return product(a) % all > product(b) % all; });
  const std::int64_t left = (whole - std::accumulate(parts.begin(), parts.end(), Points())).hundredths();
  for (std::int64_t i = 0; i < left; ++i)
    parts[by_remainder[static_cast<std::size_t>(i)]] += Points::of_hundredths(1);
  return parts;
}

const Yardstick* Item::find_yardstick() const {
  for (const Yardstick& known : yardsticks()) {
    if (known.name == yardstick) return &known;
  }
  return nullptr;
}

std::optional<Measure> Item::measure() const {
  if (yardstick == kReferenceYardstick && backends.has(Backend::gpu)) return Measure::device_time;
  const Yardstick* known = find_yardstick();
  return known == nullptr ? std::nullopt : std::optional(known->measure);
}

std::optional<double> Item::reference_on(const std::string& gpu, const std::string& spec) const {
  const auto cases = reference.find(gpu);
  if (cases == reference.end()) return std::nullopt;
  const auto ratio = cases->second.find(spec);
  return ratio == cases->second.end() ? std::nullopt : std::optional(ratio->second);
}

}  // namespace mergelab
