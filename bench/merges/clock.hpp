// Times work on the device: medians of repetitions that start with a cold cache.
#pragma once

#include <functional>

#include "worker/gpu/cache_flush.hpp"
#include "worker/timing.hpp"

namespace mergelab::bench {

struct Times {
  double median_ms, lower_ms, upper_ms;  // lower and upper quartiles
};

class Clock {
 public:
  /// `work` launches on the default stream. Throws on failure.
  [[nodiscard]] Times time(const std::function<void()>& work);

 private:
  worker::CacheFlush flush_;
  worker::CallTimer timer_;
};

}  // namespace mergelab::bench
