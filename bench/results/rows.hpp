// A benchmark's times in rows, one per distribution and size, for the table and the plot.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/results/benchmark.hpp"

namespace mergelab::bench {

struct Kernel {
  std::string_view id;
  std::string name;
  std::string_view colour;  // distinguishable for colour-blind readers (Okabe and Ito)
};

/// The copy first, then CUB, then the others: the order of columns and of the legend.
[[nodiscard]] std::vector<Kernel> kernels_of(const Benchmark& benchmark);

struct Row {
  std::int64_t outputs = 0;
  std::map<std::string, const Time*, std::less<>> best;  // by kernel: its fastest shape
  /// GB/s of a kernel, each key counted as read once and written once; empty without a time.
  [[nodiscard]] std::optional<double> speed(std::string_view kernel) const;
  /// The copy's time divided by the kernel's; empty if either is missing.
  [[nodiscard]] std::optional<double> of_copy(std::string_view kernel) const;
};

struct Panel {
  std::string distribution;
  std::vector<Row> rows;  // from the smallest size up
};

/// Distributions in the order of the measurements. The rows point into `benchmark`.
[[nodiscard]] std::vector<Panel> panels_of(const Benchmark& benchmark);

[[nodiscard]] double speed_of(const Time& time);

/// The width of a table's column of these.
inline constexpr int kSizeWidth = 10;
/// "2^24", or the number if it is not a power of two.
[[nodiscard]] std::string size_name(std::int64_t outputs);

/// "random keys, m = n": a distribution's description; empty for an unknown one.
[[nodiscard]] std::string_view about_distribution(std::string_view distribution);

/// "NVIDIA H200, 132 multiprocessors, driver for CUDA 13.0, CUDA 13.0, CUB 3.0.1"
[[nodiscard]] std::string device_line(const Benchmark& benchmark);

}  // namespace mergelab::bench
