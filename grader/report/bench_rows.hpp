// A benchmark's times in rows, one for each distribution and size: what the table and the plot have in
// common.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/benchmark.hpp"

namespace mergelab::report {

struct BenchKernel {
  std::string_view id, name, colour;  // colours that colour-blind readers can tell apart (Okabe and Ito)
};

/// The copy first, then the kernels from the fastest down: the order of columns and of the legend.
[[nodiscard]] const std::vector<BenchKernel>& bench_kernels();

struct BenchRow {
  std::int64_t outputs = 0;
  std::map<std::string, const BenchTime*, std::less<>> best;  // by kernel: of its shapes the fastest
  /// GB/s of a kernel, each key counted as read once and written once; empty when it has no time.
  [[nodiscard]] std::optional<double> speed(std::string_view kernel) const;
  /// The copy's time by the kernel's; empty when one has none.
  [[nodiscard]] std::optional<double> of_copy(std::string_view kernel) const;
};

struct BenchPanel {
  std::string distribution;
  std::vector<BenchRow> rows;  // from the smallest size up
};

/// Distributions in the order of the measurements. The rows point into `benchmark`.
[[nodiscard]] std::vector<BenchPanel> bench_panels(const Benchmark& benchmark);

[[nodiscard]] double bench_speed(const BenchTime& time);

/// "2^24", or the number where it is no power of two.
[[nodiscard]] std::string bench_size(std::int64_t outputs);

/// "random keys, m = n": what a distribution is, empty for one that is not known here.
[[nodiscard]] std::string_view bench_about(std::string_view distribution);

/// "NVIDIA H200, 132 multiprocessors, driver for CUDA 13.0, CUDA 13.0, CUB 3.0.1"
[[nodiscard]] std::string bench_device(const Benchmark& benchmark);

}  // namespace mergelab::report
