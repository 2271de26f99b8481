// From the times of a few calls on a GPU to what they are worth: pure, so that noise and cheating can be
// tested without a device.
#pragma once

#include "model/outcome.hpp"
#include "model/rubric.hpp"

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
  std::ranges::sort(samples);
  const auto at = [&](double fraction) {
    const double place = fraction * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] + (place - static_cast<double>(below)) * (samples[above] - samples[below]);
  };
  return {at(0.25), at(0.5), at(0.75), samples.size()};
}

/// Seconds of single calls by two clocks: the judge's, which includes the path to the call, and the device's
/// as the worker reports it, below 0 if invalid.
struct CallTimes {
  std::vector<double> judge_s, device_s;
  void add(double judge, double device) {
    judge_s.push_back(judge);
    device_s.push_back(device);
  }
};

/// Calls in turns; `empty_s` is only the path, by the judge's clock.
struct DeviceSamples {
  CallTimes submission, cub, copy;
  CallTimes reference;  // the reference solution's; empty: it was not timed here
  CallTimes library;    // a library's, for the same task; empty: none
  std::string library_name;
  std::vector<double> empty_s;
  double outputs = 0;  // of one call on ints
  std::string cub_function = "cub::DeviceMerge";
  bool moves_all = true;  // as many bytes as a copy at least; false: of a function without a kit, and no CUB
};

/// The reference solution's time in those of CUB, of other calls.
struct KnownRatio {
  double ratio = 0;
  std::string gpu;  // where it was recorded; empty: here
};

class DeviceFigures {
 public:
  explicit DeviceFigures(DeviceSamples samples);

  /// Why these figures can't grade a submission: the machine was noisy while it ran our own programs. Or
  /// empty.
  [[nodiscard]] std::string noise() const;
  /// The submission's time without the path, in seconds; the slower quartile when its samples are noisy, and
  /// the path's are not.
  [[nodiscard]] double time_s() const;
  /// Whether another measurement would hardly say anything else: the submission's times lie close together,
  /// and the judge's clock adds nothing to them.
  [[nodiscard]] bool settled() const;
  /// Whether a submission would rather be judged by these figures than by `other`, both not settled.
  [[nodiscard]] bool better_than(const DeviceFigures& other) const;
  /// The submission's time in those of CUB.
  [[nodiscard]] double cub_ratio() const { return time_s() / cub_.median; }
  /// Whether the reference solution was timed in turns with the submission, and its times say something.
  [[nodiscard]] bool has_reference() const;
  /// passed, too_slow, or invalid_measurement, with all figures; grader_error if the clocks disagree and the
  /// judge's varies from call to call, even of an empty call, which is the host's fault. Without a reference
  /// in this run `known` replaces it; without either nothing is too slow, and the message has the figures.
  [[nodiscard]] Outcome judged(const Item& item, const std::optional<KnownRatio>& known) const;

 private:
  /// The device's clock, which the path does not disturb, as far as the judge's bears it out: a call can have
  /// taken no less than the least that the judge saw without the path, and the path differs by a part of
  /// itself from process to process. The least, since a busy host delays some calls by milliseconds, while
  /// work that the device's clock did not see is in every call. Without samples of what was not timed.
  [[nodiscard]] Quartiles believed(const CallTimes& times) const;
  /// As noise(), of one yardstick.
  [[nodiscard]] std::string noise_of(const std::string& name, const CallTimes& times,
                                     const Quartiles& seen) const;
  /// How many times as long as the reference solution.
  [[nodiscard]] std::optional<double> slowdown(const std::optional<KnownRatio>& known) const;
  [[nodiscard]] std::map<std::string, double> metrics(const Item& item,
                                                      const std::optional<KnownRatio>& known) const;
  [[nodiscard]] std::map<std::string, std::vector<double>> samples() const;
  /// The times that the verdict follows from.
  [[nodiscard]] Explanation explained(const std::optional<KnownRatio>& known) const;
  [[nodiscard]] bool clocks_agree() const;
  /// Whether the submission's calls took other times by the judge's clock each; and whether calls of nothing
  /// did, which no submission has a hand in.
  [[nodiscard]] bool is_delayed() const;
  [[nodiscard]] bool host_is_busy() const;

  DeviceSamples samples_;
  double path_s_ = 0;                  // the least of the path's: what delays calls delays it, too
  Quartiles empty_;                    // the path's
  Quartiles submission_, cub_, copy_;  // without the path
  Quartiles reference_, library_;      // the same; without samples: it was not timed
  double judge_s_ = 0;                 // the least of the submission's by the judge's clock, without the path
  double device_s_ = 0;                // the median of the submission's by the device's
};

}  // namespace mergelab::judge
