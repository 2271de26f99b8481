// Medians and quartiles of CUDA events, with the cache emptied before each repetition.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "clock.hpp"
#include "device.hpp"

namespace mergelab::bench {
namespace {

constexpr int kWarmUps = 3;
constexpr int kRepetitions = 15;

}  // namespace

Times Clock::time(const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < kWarmUps + kRepetitions; ++i) {
    // Empties the cache, and keeps the device busy until the host has queued the rest: no launch is timed.
    flush_.queue();
    timer_.start();
    work();
    timer_.stop();
    MERGELAB_CHECK(cudaDeviceSynchronize());
    MERGELAB_CHECK(cudaGetLastError());
    const double seconds = timer_.seconds();
    if (seconds < 0) throw std::runtime_error("the device's clock failed");
    if (i >= kWarmUps) times.push_back(1e3 * seconds);
  }
  std::sort(times.begin(), times.end());
  return {times[kRepetitions / 2], times[kRepetitions / 4], times[kRepetitions - 1 - kRepetitions / 4]};
}

}  // namespace mergelab::bench
