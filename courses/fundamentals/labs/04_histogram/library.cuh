// A histogram by CUB: what the lab's time is shown beside on a GPU.
#pragma once

#include <cub/device/device_histogram.cuh>

inline void histogram(const unsigned char* data, int n, int* bins) {
  static void* memory = nullptr;
  static size_t room = 0;
  size_t bytes = 0;
  cub::DeviceHistogram::HistogramEven(nullptr, bytes, data, bins, 257, 0, 256, n);
  if (bytes > room) {
    cudaFree(memory);
    cudaMalloc(&memory, bytes);
    room = bytes;
  }
  cub::DeviceHistogram::HistogramEven(memory, bytes, data, bins, 257, 0, 256, n);
}
