// A sum by CUB: what the lab's time is shown beside on a GPU.
#pragma once

#include <cub/device/device_reduce.cuh>

inline void reduce(const float* x, int n, float* sum) {
  static void* memory = nullptr;
  static size_t room = 0;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, x, sum, n);
  if (bytes > room) {
    cudaFree(memory);
    cudaMalloc(&memory, bytes);
    room = bytes;
  }
  cub::DeviceReduce::Sum(memory, bytes, x, sum, n);
}
