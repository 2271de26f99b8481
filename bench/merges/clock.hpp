// Times work on the device: medians of repetitions that each begin with a cold cache.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <memory>

#include "device.hpp"

namespace mergelab::bench {

struct Times {
  double median_ms, lower_ms, upper_ms;  // lower and upper: the quartiles
};

class Clock {
 public:
  Clock();
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  /// `work` launches on the default stream. Throws when it fails.
  [[nodiscard]] Times time(const std::function<void()>& work) const;

 private:
  cudaEvent_t start_{}, stop_{};
  std::unique_ptr<DeviceArray<char>> scrubber_;  // twice as large as the level-2 cache
};

}  // namespace mergelab::bench
