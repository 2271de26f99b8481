// The names that lab.json and catalog.json may use, each with its meaning. docs/formats.md lists the same;
// a test holds both together.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab {

struct Term {
  std::string_view name, meaning;  // the meaning in Markdown
};

/// What a metric is.
enum class Measure { comparisons, traffic, cpu_time, device_time };

/// What the metric of a performance item is relative to.
struct Yardstick : Term {
  Measure measure = Measure::comparisons;
};
[[nodiscard]] std::span<const Yardstick> yardsticks();

/// The metrics of functions without a kit: what the CPU engine counts.
[[nodiscard]] std::span<const Term> any_lab_metrics();
/// And how their arrays are made; judge/inputs.cpp does it.
[[nodiscard]] std::span<const Term> array_generators();

/// The metric of a time beside the reference solution's, of a lab without a kit.
inline constexpr std::string_view kTimeMetric = "time_ratio", kReferenceYardstick = "reference";

/// The metric of items that grade time on a GPU: how many times slower than the reference solution, each
/// measured in turns with CUB's function that the yardstick names.
inline constexpr std::string_view kDeviceMetric = "slowdown";
inline constexpr std::string_view kDeviceYardstick = "cub", kSortYardstick = "cub_sort";

/// What went wrong in a test, or which rule of CUDA was broken: what a hint may be keyed on. What has a
/// message of its own comes first.
[[nodiscard]] std::span<const Term> symptoms();
/// Whether it is of a launch, or another CUDA call, that failed: nothing crashed.
[[nodiscard]] constexpr bool is_of_failed_call(std::string_view symptom) {
  return symptom == "launch_error" || symptom == "static_shared";
}

template <class Entry>
[[nodiscard]] std::vector<std::string> names_of(std::span<const Entry> table) {
  std::vector<std::string> names;
  for (const Entry& entry : table) names.emplace_back(entry.name);
  return names;
}

}  // namespace mergelab
