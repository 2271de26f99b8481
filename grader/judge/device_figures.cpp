#include "judge/device_figures.hpp"

namespace mergelab::judge {
namespace {

// The machine is noisy when it leaves CUB's time this uncertain; a submission's samples are when their
// quartiles are this far apart, in medians: then the slower one counts.
constexpr double kMostUncertain = 0.05, kNoisySamples = 0.15;
// How much of the path's time may be another in another process.
constexpr double kPathDiffers = 0.5;
// A function reads and writes at least as much as a copy, but a copy is not always the fastest: on an
// H100 a good one takes 0.91 of its time. A smaller part than this is impossible.
constexpr double kFastest = 0.75;
constexpr double kShortest = 1e-9;  // in seconds: what takes none has no rate
// The two clocks may differ by so much, of the time and in seconds: the device's does not see the way back.
constexpr double kClocksDiffer = 1.25, kClocksDifferS = 40e-6;
// Work that the device's clock does not see takes much the same time in each call; a delay by the host does
// not: then the quartiles of the judge's times are this far apart, in medians. The path's lie 0.15 of it
// apart on a quiet machine.
constexpr double kDelayed = 0.5;
constexpr double kBytesPerOutput = 2 * sizeof(int);  // read once, written once

constexpr double kMs = 1e3, kUs = 1e6;

double least(const std::vector<double>& seconds) { return *std::ranges::min_element(seconds); }

std::vector<double> in_ms(std::vector<double> seconds) {
  for (double& value : seconds) value *= kMs;
  return seconds;
}

}  // namespace

DeviceFigures::DeviceFigures(DeviceSamples samples)
    : samples_(std::move(samples)),
      path_s_(least(samples_.empty_s)),
      empty_(quartiles(samples_.empty_s)),
      submission_(believed(samples_.submission)),
      cub_(believed(samples_.cub)),
      copy_(believed(samples_.copy)),
      reference_(believed(samples_.reference)),
      library_(believed(samples_.library)),
      judge_s_(least(samples_.submission.judge_s) - path_s_),
      device_s_(quartiles(samples_.submission.device_s).median) {}

Quartiles DeviceFigures::believed(const CallTimes& times) const {
  if (times.judge_s.empty()) return {};
  const double at_least_s = least(times.judge_s) - (1 + kPathDiffers) * path_s_;
  std::vector<double> seconds;
  for (const double device_s : times.device_s) seconds.push_back(std::max(device_s, at_least_s));
  return quartiles(std::move(seconds));
}

std::string DeviceFigures::noise() const {
  std::string noise = noise_of(samples_.cub_function, samples_.cub, cub_);
  // Where a copy is no measure, it may be of a few elements, and take no time that says anything.
  return noise.empty() && samples_.moves_all ? noise_of(say(Sentence::a_copy), samples_.copy, copy_) : noise;
}

std::string DeviceFigures::noise_of(const std::string& name, const CallTimes& times,
                                    const Quartiles& seen) const {
  const double on_device_s = quartiles(times.device_s).median;
  if (seen.uncertainty_s() > kMostUncertain * seen.median)
    return say(Sentence::noisy_times, name, seen.lower * kUs, seen.upper * kUs);
  if (seen.median > (1 + kMostUncertain) * on_device_s)
    return say(Sentence::noisy_path, name, on_device_s * kUs, least(times.judge_s) * kUs, path_s_ * kUs);
  return "";
}

double DeviceFigures::time_s() const {
  const bool its_own = submission_.spread() > kNoisySamples && !host_is_busy();
  return its_own ? submission_.upper : submission_.median;
}

bool DeviceFigures::settled() const {
  return submission_.spread() <= kNoisySamples && submission_.median <= (1 + kMostUncertain) * device_s_ &&
         clocks_agree();
}

bool DeviceFigures::better_than(const DeviceFigures& other) const {
  const auto believable = [](const DeviceFigures& figures) {
    return figures.clocks_agree() &&
           (!figures.samples_.moves_all || figures.time_s() >= kFastest * figures.copy_.median);
  };
  if (believable(*this) != believable(other)) return believable(*this);
  return cub_ratio() < other.cub_ratio();
}

bool DeviceFigures::clocks_agree() const {
  return device_s_ >= 0 && judge_s_ <= kClocksDiffer * device_s_ + kClocksDifferS;
}

bool DeviceFigures::host_is_busy() const { return empty_.spread() > kDelayed; }

bool DeviceFigures::is_delayed() const {
  std::vector<double> seconds;
  for (const double judge_s : samples_.submission.judge_s) seconds.push_back(judge_s - path_s_);
  return quartiles(std::move(seconds)).spread() > kDelayed;
}

bool DeviceFigures::has_reference() const {
  return reference_.samples > 0 &&
         noise_of(say(Sentence::the_reference), samples_.reference, reference_).empty();
}

std::optional<double> DeviceFigures::slowdown(const std::optional<KnownRatio>& known) const {
  if (has_reference()) return time_s() / reference_.median;
  return known ? std::optional(cub_ratio() / known->ratio) : std::nullopt;
}

std::map<std::string, double> DeviceFigures::metrics(const Item& item,
                                                     const std::optional<KnownRatio>& known) const {
  const double some_time = std::max(time_s(), kShortest);
  std::map<std::string, double> metrics = {
      {"time_ms", time_s() * kMs},
      {"time_lower_ms", submission_.lower * kMs},
      {"time_upper_ms", submission_.upper * kMs},
      {"judge_ms", judge_s_ * kMs},
      {"device_ms", device_s_ * kMs},
      {"empty_ms", path_s_ * kMs},
      {"cub_ms", cub_.median * kMs},
      {"copy_ms", copy_.median * kMs},
      {"cub_ratio", cub_ratio()},
      {"copy_fraction", copy_.median / some_time},
      {"gb_per_s", kBytesPerOutput * samples_.outputs / some_time / 1e9}};
  if (!samples_.moves_all) {
    for (const char* name : {"cub_ms", "cub_ratio", "copy_fraction", "gb_per_s"}) metrics.erase(name);
  }
  if (const auto times = slowdown(known)) metrics[item.metric] = *times;
  if (has_reference()) metrics["reference_ms"] = reference_.median * kMs;
  if (library_.samples > 0) metrics["library_ms"] = library_.median * kMs;
  return metrics;
}

std::map<std::string, std::vector<double>> DeviceFigures::samples() const {
  std::map<std::string, std::vector<double>> samples = {{"empty_judge", in_ms(samples_.empty_s)}};
  const auto add = [&](const std::string& name, const CallTimes& times) {
    if (times.judge_s.empty()) return;
    samples[name + "_judge"] = in_ms(times.judge_s);
    samples[name + "_device"] = in_ms(times.device_s);
  };
  add("submission", samples_.submission);
  if (samples_.moves_all) add("cub", samples_.cub);
  add("copy", samples_.copy);
  add("reference", samples_.reference);
  add("library", samples_.library);
  return samples;
}

Explanation DeviceFigures::explained(const std::optional<KnownRatio>& known) const {
  const double ms = time_s() * kMs;
  if (has_reference()) {
    Explanation why = Statement(Sentence::beside_reference, ms, *slowdown(known), reference_.median * kMs);
    if (library_.samples > 0)
      why += Statement(Sentence::beside_library, samples_.library_name, library_.median * kMs);
    return why;
  }
  Explanation why =
      Statement(Sentence::beside_cub, ms, cub_ratio(), samples_.cub_function, cub_.median * kMs);
  if (!known) return why += Statement(Sentence::beside_copy, copy_.median * kMs);
  return why += Statement(known->gpu.empty() ? Sentence::known_ratio_here : Sentence::known_ratio_on,
                          known->ratio, *slowdown(known), known->gpu);
}

Outcome DeviceFigures::judged(const Item& item, const std::optional<KnownRatio>& known) const {
  const double seconds = time_s();
  const std::optional<double> times = slowdown(known);
  Outcome outcome;
  outcome.metrics = metrics(item, known);
  outcome.samples = samples();
  const std::optional<double> full = item.max_ratio ? item.max_ratio : item.full;
  if (samples_.moves_all && seconds < kFastest * copy_.median) {
    outcome.verdict = Verdict::invalid_measurement;
    outcome.why = Statement(Sentence::faster_than_copy, seconds * kMs, copy_.median * kMs);
    outcome.symptom = "implausible";
  } else if (!clocks_agree() && is_delayed() && host_is_busy()) {
    return {Verdict::grader_error,
            Statement(Sentence::busy_processors, judge_s_ * kMs, std::max(0.0, device_s_) * kMs), ""};
  } else if (!clocks_agree()) {
    outcome.verdict = Verdict::invalid_measurement;
    outcome.why = Statement(Sentence::clocks_differ, judge_s_ * kMs, std::max(0.0, device_s_) * kMs);
    outcome.symptom = "stream";
  } else if (!times) {
    outcome.why = explained(known);
  } else if (full && *times > *full) {
    outcome.verdict = Verdict::too_slow;
    outcome.why = explained(known) + Statement(Sentence::full_points_up_to_times, *full);
    outcome.symptom = "slow";
  }
  return outcome;
}

}  // namespace mergelab::judge
