// A benchmark's measurements, of the reference kernels or of device_merge and two versions of CUB: the
// device, and a time for each kernel, size and distribution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergelab::bench {

/// One kernel on one problem: the median and the quartiles of its repetitions.
struct Time {
  std::string
      kernel;  // "copy", "cub", "basic", "tiled", "circular"; "rival", "tuned", "device_merge", "bare"
  std::string distribution;                // with a rival also a type: "int64: uniform"
  std::int64_t outputs = 0, m = 0, n = 0;  // outputs = m + n
  int section = 0, tile = 0;  // 0: the kernel takes no shape; tuned: threads and outputs of a block
  double ms = 0, lower_ms = 0, upper_ms = 0;
  int bytes = 8;  // moved per output: each key and value is read once and written once
};

/// A problem that was skipped.
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
  std::string rival;                           // of the CUB of --rival; empty: of the reference kernels
  int problems = 0;                            // that will be measured; 0: unknown
  std::vector<Time> times;                     // in the order of measurement
  std::vector<Skip> skipped;
};

}  // namespace mergelab::bench
