// A device's part in a timed call: a fair start, its own clock besides the judge's, and a digest of the
// output. The CPU engine's side is in simt/, a GPU's in gpu/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mergelab::worker {

/// Empties the device's caches and brings its clocks up. Throws CudaError.
void warm_up_device();

/// The device's own clock round a call, on the default stream.
class CallTimer {
 public:
  CallTimer();
  ~CallTimer();
  CallTimer(const CallTimer&) = delete;
  CallTimer& operator=(const CallTimer&) = delete;
  void start();
  void stop();
  /// Once the device is idle; below 0: there is no such clock, or it failed.
  [[nodiscard]] double seconds() const;

 private:
  struct Events;
  Events* events_ = nullptr;  // owned; null without such a clock
};

/// wire::digest() of device memory. Throws CudaError.
[[nodiscard]] std::uint64_t digest_on_device(const void* memory, std::size_t bytes, std::uint64_t key);

}  // namespace mergelab::worker
