// Loses: order, loads, atomics. Adds each element to *sum by an atomic: the additions wait for each other,
// and the running sum in *sum loses small numbers. On a GPU: time, perhaps order. There the order of the
// additions is chance. Told: "running sum".
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 256;

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

inline void reduce(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  const int blocks = (n + kBlockSize - 1) / kBlockSize;
  if (blocks > 0) reduce_kernel<<<blocks, kBlockSize>>>(x, n, sum);
}
