// Loses: tree. Every second thread adds, then every fourth, and so on: all warps stay at work, each
// for fewer and fewer lanes.
// On a GPU: nothing.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 256;

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  __shared__ float part[kBlockSize];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlockSize + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlockSize; distance *= 2) {
    if (t % (2 * distance) == 0) part[t] += part[t + distance];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, part[0]);
}

inline void reduce(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  const int blocks = (n + kBlockSize - 1) / kBlockSize;
  if (blocks > 0) reduce_kernel<<<blocks, kBlockSize>>>(x, n, sum);
}
