// What the benchmark of the reference kernels measured: the device, and a time for each kernel, size and
// distribution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergelab::bench {

/// One kernel on one problem: the median and the quartiles of its repetitions.
struct Time {
  std::string kernel;  // "copy", "cub", "basic", "tiled", "circular"
  std::string distribution;
  std::int64_t outputs = 0, m = 0, n = 0;  // outputs = m + n
  int section = 0, tile = 0;               // 0: the kernel takes no shape
  double ms = 0, lower_ms = 0, upper_ms = 0;
};

/// A problem that was left out.
struct Skip {
  std::string distribution;
  std::int64_t outputs = 0;
  std::string reason;
};

struct Benchmark {
  std::string started;  // UTC, "2026-11-21T16:05:00Z"
  std::string device;
  int multiprocessors = 0;
  std::string driver_cuda, runtime_cuda, cub;  // versions
  std::vector<Time> times;                     // in the order in which they were taken
  std::vector<Skip> skipped;
};

}  // namespace mergelab::bench
