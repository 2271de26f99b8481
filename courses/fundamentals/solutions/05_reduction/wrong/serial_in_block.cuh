// Loses: idle_lanes, tree, span. Thread 0 adds all elements of its block, while the others wait.
// On a GPU: perhaps time.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 256;

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  __shared__ float part[kBlockSize];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlockSize + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  if (t == 0) {
    for (int other = 1; other < kBlockSize; ++other) part[0] += part[other];
  }
  if (t == 0) atomicAdd(sum, part[0]);
}

inline void reduce(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  const int blocks = (n + kBlockSize - 1) / kBlockSize;
  if (blocks > 0) reduce_kernel<<<blocks, kBlockSize>>>(x, n, sum);
}
