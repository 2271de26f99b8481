// Loses: loads, stores. The steps of Hillis and Steele over all of x, a launch for each: all elements move
// through global memory in every step.
#pragma once

#include <mergelab/lab.cuh>

__global__ void add_left(const float* from, int n, int step, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + (i >= step ? from[i - step] : 0);
}

inline void scan(const float* x, int n, float* y) {
  if (n == 0) return;
  float* other = nullptr;
  cudaMalloc(&other, n * sizeof(float));
  cudaMemcpy(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
  float* from = y;
  float* to = other;
  for (int step = 1; step < n; step *= 2) {
    add_left<<<(n + 255) / 256, 256>>>(from, n, step, to);
    float* const next = from;
    from = to;
    to = next;
  }
  if (from != y) cudaMemcpy(y, from, n * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(other);
}
