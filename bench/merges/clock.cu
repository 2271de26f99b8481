// Medians and quartiles of CUDA events, with the cache emptied before each repetition.
#include <algorithm>
#include <vector>

#include "clock.hpp"

namespace mergelab::bench {
namespace {

constexpr int kWarmUps = 3;
constexpr int kRepetitions = 15;

}  // namespace

Clock::Clock() {
  int device = 0, cache_bytes = 0;
  MERGELAB_CHECK(cudaGetDevice(&device));
  MERGELAB_CHECK(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, device));
  scrubber_ = std::make_unique<DeviceArray<char>>(2 * static_cast<std::size_t>(cache_bytes));
  MERGELAB_CHECK(cudaEventCreate(&start_));
  MERGELAB_CHECK(cudaEventCreate(&stop_));
}

Clock::~Clock() {
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
}

Times Clock::time(const std::function<void()>& work) const {
  std::vector<double> times;
  for (int i = 0; i < kWarmUps + kRepetitions; ++i) {
    // Empties the cache, and keeps the device busy until the host has queued the rest: no launch is timed.
    MERGELAB_CHECK(cudaMemsetAsync(scrubber_->data(), i, scrubber_->bytes()));
    MERGELAB_CHECK(cudaEventRecord(start_));
    work();
    MERGELAB_CHECK(cudaEventRecord(stop_));
    MERGELAB_CHECK(cudaEventSynchronize(stop_));
    MERGELAB_CHECK(cudaGetLastError());
    float ms = 0;
    MERGELAB_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
    if (i >= kWarmUps) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  return {times[kRepetitions / 2], times[kRepetitions / 4], times[kRepetitions - 1 - kRepetitions / 4]};
}

}  // namespace mergelab::bench
