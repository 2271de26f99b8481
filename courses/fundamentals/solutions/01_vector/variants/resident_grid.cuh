// Loses: nothing. As many blocks as run at once, for any n; each thread goes on with further elements.
#pragma once

#include <cooperative_groups.h>

#include <mergelab/lab.cuh>

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const auto grid = cooperative_groups::this_grid();
  const int stride = static_cast<int>(grid.size());
  for (int i = static_cast<int>(grid.thread_rank()); i < n; i += stride) y[i] += a * x[i];
}

inline void saxpy(float a, const float* x, float* y, int n) {
  constexpr int kThreads = 512;
  int device = 0, multiprocessors = 1, blocks_each = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, saxpy_kernel, kThreads, 0);
  saxpy_kernel<<<multiprocessors * blocks_each, kThreads>>>(a, x, y, n);  // no thread has work if n is 0
  if (cudaGetLastError() != cudaSuccess) fprintf(stderr, "saxpy_kernel was not launched\n");
}
