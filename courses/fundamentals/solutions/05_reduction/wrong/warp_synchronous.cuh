// Loses: rules. The last warp adds without __syncwarp(): it assumes that its lanes run in step.
// On a GPU: others by chance.
// Told: "__syncwarp".
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 256;

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  __shared__ float part[kBlockSize];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlockSize + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int distance = kBlockSize / 2; distance > 32; distance /= 2) {
    if (t < distance) part[t] += part[t + distance];
    __syncthreads();
  }
  if (t < 32) {
    for (int distance = 32; distance > 0; distance /= 2) part[t] += part[t + distance];
  }
  if (t == 0) atomicAdd(sum, part[0]);
}

inline void reduce(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  const int blocks = (n + kBlockSize - 1) / kBlockSize;
  if (blocks > 0) reduce_kernel<<<blocks, kBlockSize>>>(x, n, sum);
}
