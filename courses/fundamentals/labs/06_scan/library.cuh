// A scan by CUB: what the lab's time is shown beside on a GPU.
#pragma once

#include <cub/device/device_scan.cuh>

inline void scan(const float* x, int n, float* y) {
  static void* memory = nullptr;
  static size_t room = 0;
  size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, x, y, n);
  if (bytes > room) {
    cudaFree(memory);
    cudaMalloc(&memory, bytes);
    room = bytes;
  }
  cub::DeviceScan::InclusiveSum(memory, bytes, x, y, n);
}
