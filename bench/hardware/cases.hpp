// What an object of cases offers to whoever runs it: the CPU engine (engine.cpp) or a GPU (gpu.cu). The
// launches are the same for both, so that the engine's counters can be laid beside a profiler's.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

/// Launches case `number` and writes its name to `name`, 100 characters at most; false when there is none.
extern "C" bool run_case(int number, char* name);

namespace hardware {

/// Stays allocated: the next case's arrays then lie elsewhere, at addresses as round as these.
template <class T>
T* on_device(const std::vector<T>& values) {
  T* memory = nullptr;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

/// Numbers without a pattern, below 2^30, from a fixed seed.
inline std::vector<int> numbers(int count, unsigned seed) {
  std::vector<int> values(count);
  for (int& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<int>(seed >> 2);
  }
  return values;
}

inline std::vector<int> sorted(int count, unsigned seed) {
  std::vector<int> values = numbers(count, seed);
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace hardware
