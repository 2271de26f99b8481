// Loses: nothing. A tree in shared memory, first elements added in pairs, and one atomic addition per block.
#pragma once

#include <mergelab/lab.cuh>

template <int kThreads>
__global__ void reduce_kernel(const float* __restrict__ x, int n, float* __restrict__ sum) {
  __shared__ float part[kThreads];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 2 * kThreads + t;
  const int second = first + kThreads;
  part[t] = (first < n ? x[first] : 0) + (second < n ? x[second] : 0);
  __syncthreads();  // the part is complete before the first step reads it
  for (int distance = kThreads / 2; distance > 0; distance /= 2) {
    if (t < distance) part[t] += part[t + distance];
    __syncthreads();  // this step's sums are stored before the next step reads them
  }
  if (t == 0) atomicAdd(sum, part[0]);
}

inline void reduce(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  constexpr int kThreads = 512;
  const int blocks = (n + 2 * kThreads - 1) / (2 * kThreads);
  if (blocks > 0) reduce_kernel<kThreads><<<blocks, kThreads>>>(x, n, sum);
}
