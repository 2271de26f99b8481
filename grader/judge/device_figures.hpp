// From the times of a few calls on a GPU to what they are worth: pure, so that noise and cheating can be
// tested without a device.
#pragma once

#include <string>
#include <vector>

#include "judge/outcome.hpp"
#include "judge/statistics.hpp"
#include "model/course.hpp"

namespace mergelab::judge {

/// Seconds of single calls, one of each kind a round: by the judge's clock, what the path to the call costs
/// included; and by the device's own clock, below 0 where there is none.
struct DeviceSamples {
  std::vector<double> submission_s, cub_s, copy_s, empty_s, events_s;
  double outputs = 0;  // of one merge of ints
};

class DeviceFigures {
 public:
  explicit DeviceFigures(DeviceSamples samples);

  /// Why nobody can be graded by these figures: the machine was noisy while it ran our own programs. Empty:
  /// they can.
  [[nodiscard]] std::string noise() const;
  /// The submission's time without the path, in seconds; the slower quartile when its samples alone are
  /// noisy.
  [[nodiscard]] double time_s() const;
  /// passed, too_slow, or invalid_measurement, with all figures. `reference` is the reference solution's time
  /// in those of CUB.
  [[nodiscard]] Outcome judged(const Item& item, double reference) const;

 private:
  [[nodiscard]] bool clocks_agree() const;

  DeviceSamples samples_;
  Quartiles empty_, submission_, cub_, copy_;  // without the path, but for `empty_`
  double events_s_ = 0;
};

}  // namespace mergelab::judge
