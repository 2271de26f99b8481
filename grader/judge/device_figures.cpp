#include "judge/device_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mergelab::judge {
namespace {

// The machine is noisy when it leaves CUB's time this uncertain, the path's share included; a submission's
// samples are when their quartiles are this far apart, in medians: then the slower one counts.
constexpr double kMostUncertain = 0.05, kNoisySamples = 0.15;
// A merge reads and writes what a copy does; what takes less than this much of the copy's time can't be.
constexpr double kFastest = 0.9;
// The two clocks may differ by so much, of the time and in seconds: the device's does not see the way back.
constexpr double kClocksDiffer = 1.25, kClocksDifferS = 40e-6;
constexpr double kBytesPerOutput = 2 * sizeof(int);  // read once, written once

constexpr double kMs = 1e3, kUs = 1e6;

Quartiles without(std::vector<double> samples, double path_s) {
  for (double& sample : samples) sample = std::max(0.0, sample - path_s);
  return quartiles(std::move(samples));
}

std::vector<double> in_ms(std::vector<double> seconds) {
  for (double& value : seconds) value *= kMs;
  return seconds;
}

}  // namespace

DeviceFigures::DeviceFigures(DeviceSamples samples)
    : samples_(std::move(samples)),
      empty_(quartiles(samples_.empty_s)),
      submission_(without(samples_.submission_s, empty_.median)),
      cub_(without(samples_.cub_s, empty_.median)),
      copy_(without(samples_.copy_s, empty_.median)),
      events_s_(quartiles(samples_.events_s).median) {}

std::string DeviceFigures::noise() const {
  const double uncertain_s = std::hypot(cub_.uncertainty_s(), empty_.uncertainty_s());
  if (uncertain_s <= kMostUncertain * cub_.median) return "";
  return fmt::format(
      "the middle half of cub::DeviceMerge's times lies between {:.1f} and {:.1f} us, that of empty calls "
      "between {:.1f} and {:.1f}",
      cub_.lower * kUs, cub_.upper * kUs, empty_.lower * kUs, empty_.upper * kUs);
}

double DeviceFigures::time_s() const {
  return submission_.spread() > kNoisySamples ? submission_.upper : submission_.median;
}

bool DeviceFigures::clocks_agree() const {
  return events_s_ >= 0 && submission_.median <= kClocksDiffer * events_s_ + kClocksDifferS;
}

Outcome DeviceFigures::judged(const Item& item, double reference) const {
  const double seconds = time_s();
  const double cub_ratio = seconds / cub_.median;
  const double slowdown = cub_ratio / reference;
  const double gb_per_s = kBytesPerOutput * samples_.outputs / seconds / 1e9;
  const double copy_fraction = copy_.median / seconds;
  Outcome outcome;
  outcome.metrics = {{item.metric, slowdown},
                     {"time_ms", seconds * kMs},
                     {"time_lower_ms", submission_.lower * kMs},
                     {"time_upper_ms", submission_.upper * kMs},
                     {"events_ms", events_s_ * kMs},
                     {"empty_ms", empty_.median * kMs},
                     {"cub_ms", cub_.median * kMs},
                     {"copy_ms", copy_.median * kMs},
                     {"cub_ratio", cub_ratio},
                     {"copy_fraction", copy_fraction},
                     {"gb_per_s", gb_per_s}};
  outcome.samples = {{"submission", in_ms(samples_.submission_s)},
                     {"events", in_ms(samples_.events_s)},
                     {"cub", in_ms(samples_.cub_s)},
                     {"copy", in_ms(samples_.copy_s)},
                     {"empty", in_ms(samples_.empty_s)}};
  const double full = item.max_ratio ? *item.max_ratio : item.full.value_or(slowdown);
  if (seconds < kFastest * copy_.median) {
    outcome.verdict = Verdict::invalid_measurement;
    outcome.message = fmt::format(
        "{:.3f} ms is less than a copy of the same bytes takes, {:.3f} ms: this time can't be true",
        seconds * kMs, copy_.median * kMs);
    outcome.symptom = "implausible";
  } else if (!clocks_agree()) {
    outcome.verdict = Verdict::invalid_measurement;
    outcome.message = fmt::format(
        "the call took {:.3f} ms, of which the device's clock on the default stream saw {:.3f} ms: all work "
        "has to run there",
        submission_.median * kMs, std::max(0.0, events_s_) * kMs);
    outcome.symptom = "stream";
  } else if (slowdown > full) {
    outcome.verdict = Verdict::too_slow;
    outcome.message = fmt::format(
        "{:.3f} ms, {:.0f} GB/s, {:.0f}% of a copy: {:.2f} times as long as the reference solution; full "
        "points up to {:.3g} times",
        seconds * kMs, gb_per_s, 100 * copy_fraction, slowdown, full);
    outcome.symptom = "slow";
  }
  return outcome;
}

}  // namespace mergelab::judge
