// Loses: edges, ties, stability, extremes, boundaries, random. Gives the last thread all that is left over,
// but launches no thread when a block's worth is not there; more than half, because families with many small
// cases show it.
// Told: "No kernel was launched".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kThreadsPerBlock = 32;
constexpr int kOutputsPerThread = 8;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int k_curr = thread * kOutputsPerThread;
  const int k_next = thread == threads - 1 ? total : k_curr + kOutputsPerThread;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int blocks = (m + n) / (kThreadsPerBlock * kOutputsPerThread);
  if (blocks == 0) return;
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
