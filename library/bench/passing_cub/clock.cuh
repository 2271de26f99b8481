// Times work on the device: medians of repetitions that start with an empty level-2 cache. Not the grader's
// clock, as in bench/merges: nvcc compiles each of these programs from one file and only headers, also with
// another CCCL, and their tables in RESULTS.md stay comparable.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "inputs.cuh"

constexpr int kWarmUps = 3, kRepetitions = 25;

static __global__ void write_kernel(uint4* memory, std::size_t count) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    memory[i] = make_uint4(1, 2, 3, static_cast<unsigned>(i));
}
static __global__ void read_kernel(const uint4* memory, std::size_t count, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    sum += memory[i].x + memory[i].w;
  if (sum == 1) *sink = sum;
}
struct Times {
  double median, lower, upper;
};

/// Empties the cache by writing and reading several times its size, which also gives the host time to queue.
class Clock {
 public:
  Clock() {
    PASSING_CUB_CHECK(cudaEventCreate(&begin_));
    PASSING_CUB_CHECK(cudaEventCreate(&end_));
  }
  /// `prepare` runs before each repetition and isn't timed.
  Times time(
      const std::function<void()>& work, const std::function<void()>& prepare = [] {}) {
    std::vector<double> times;
    for (int i = 0; i < kWarmUps + kRepetitions; ++i) {
      prepare();
      write_kernel<<<1024, 256>>>(memory_, kBytes / 16);
      read_kernel<<<1024, 256>>>(memory_, kBytes / 16, sink_);
      PASSING_CUB_CHECK(cudaEventRecord(begin_));
      work();
      PASSING_CUB_CHECK(cudaEventRecord(end_));
      PASSING_CUB_CHECK(cudaEventSynchronize(end_));
      float ms = 0;
      PASSING_CUB_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
      if (i >= kWarmUps) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    return {times[kRepetitions / 2], times[kRepetitions / 4], times[kRepetitions - 1 - kRepetitions / 4]};
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{192} << 20;
  uint4* memory_ = on_device<uint4>(kBytes / 16);
  unsigned* sink_ = on_device<unsigned>(1);
  cudaEvent_t begin_{}, end_{};
};
