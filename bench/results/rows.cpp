#include "bench/results/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "report/page.hpp"

namespace mergelab::bench {
namespace {

void add(Row& row, const Time& time) {
  const Time*& best = row.best[time.kernel];
  if (best == nullptr || time.ms < best->ms) best = &time;
}

const Time* find(const Row& row, std::string_view kernel) {
  const auto found = row.best.find(kernel);
  return found == row.best.end() || !(found->second->ms > 0) ? nullptr : found->second;
}

/// Returns the element for which `is` holds, made by `make` if there is none yet.
template <class T, class Is, class Make>
T& find_or_add(std::vector<T>& list, const Is& is, const Make& make) {
  const auto found = std::find_if(list.begin(), list.end(), is);
  return found != list.end() ? *found : list.emplace_back(make());
}

}  // namespace

std::vector<Kernel> kernels_of(const Benchmark& benchmark) {
  if (!benchmark.rival.empty()) {
    return {{"copy", "copy", "#000000"},
            {"cub", "CUB " + report::clean(benchmark.cub), "#d55e00"},
            {"rival", "CUB " + report::clean(benchmark.rival), "#0072b2"},
            {"tuned", report::clean(benchmark.rival) + " tuned", "#56b4e9"},
            {"device_merge", "device_merge", "#009e73"},
            {"bare", "no workspace", "#cc79a7"}};
  }
  return {{"copy", "copy", "#000000"},
          {"cub", "CUB", "#d55e00"},
          {"tiled", "tiled", "#0072b2"},
          {"circular", "circular", "#009e73"},
          {"basic", "basic", "#cc79a7"}};
}

double speed_of(const Time& time) {
  constexpr double kPerMillisecond = 1e-6;  // bytes per ms to GB/s
  return time.ms > 0 ? static_cast<double>(time.outputs) * time.bytes / time.ms * kPerMillisecond : 0;
}

std::optional<double> Row::speed(std::string_view kernel) const {
  const Time* time = find(*this, kernel);
  return time == nullptr ? std::nullopt : std::optional(speed_of(*time));
}

std::optional<double> Row::of_copy(std::string_view kernel) const {
  const Time *time = find(*this, kernel), *copy = find(*this, "copy");
  return time == nullptr || copy == nullptr ? std::nullopt : std::optional(copy->ms / time->ms);
}

std::vector<Panel> panels_of(const Benchmark& benchmark) {
  std::vector<Panel> panels;
  for (const Time& time : benchmark.times) {
    Panel& panel = find_or_add(
        panels, [&](const Panel& other) { return other.distribution == time.distribution; },
        [&] {
          return Panel{time.distribution, {}};
        });
    Row& row = find_or_add(
        panel.rows, [&](const Row& other) { return other.outputs == time.outputs; },
        [&] {
          return Row{time.outputs, {}};
        });
    add(row, time);
  }
  for (Panel& panel : panels) {
    std::sort(panel.rows.begin(), panel.rows.end(),
              [](const Row& left, const Row& right) { return left.outputs < right.outputs; });
  }
  return panels;
}

std::string size_name(std::int64_t outputs) {
  const auto bits = static_cast<std::uint64_t>(outputs);
  return std::has_single_bit(bits) ? fmt::format("2^{}", std::countr_zero(bits)) : std::to_string(outputs);
}

std::string_view about_distribution(std::string_view distribution) {
  if (distribution == "uniform") return "random keys, m = n";
  if (distribution == "all-equal") return "one key, m = n";
  if (distribution == "blocks") return "4096 keys of A, 4096 of B, and so on";
  if (distribution == "lopsided") return "random keys, one in 32 in B";
  if (distribution == "adversarial") return "keys made for bank conflicts, m = n";
  if (distribution == "ordered") return "all keys of A before those of B, m = n";
  return "";
}

std::string device_line(const Benchmark& benchmark) {
  return fmt::format("{}, {} multiprocessors, driver for CUDA {}, CUDA {}, CUB {}{}",
                     report::clean(benchmark.device), benchmark.multiprocessors,
                     report::clean(benchmark.driver_cuda), report::clean(benchmark.runtime_cuda),
                     report::clean(benchmark.cub),
                     benchmark.rival.empty() ? "" : " of the toolkit, CUB " + report::clean(benchmark.rival));
}

}  // namespace mergelab::bench
