// The interface of an object of cases for the CPU engine (engine.cpp) and a GPU (gpu.cu). Both have the same
// launches, so the engine's counters can be compared with a profiler's.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

/// Launches case `number` and writes its name, at most 100 characters; false if there is none.
extern "C" bool run_case(int number, char* name);

namespace hardware {

/// Stays allocated, so the next case's arrays have other addresses with the same alignment.
template <class T>
T* on_device(const std::vector<T>& values) {
  T* memory = nullptr;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

/// Random numbers below 2^30 from a fixed seed.
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
