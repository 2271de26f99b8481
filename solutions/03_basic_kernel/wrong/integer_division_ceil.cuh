// Loses: edges, order, ties, stability, extremes, boundaries, alignment, random, large. Divides integers
// before rounding up, so that the grid lacks its last block; more than half, because only totals of whole
// blocks are spared.
// Told: "each division that makes a share or a grid has to round up".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kThreadsPerBlock = 32;
constexpr int kOutputsPerThread = 8;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long first = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * kOutputsPerThread;
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = total - k_curr > kOutputsPerThread ? k_curr + kOutputsPerThread : total;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  if (total == 0) return;
  const int blocks = static_cast<int>(ceilf(total / (kThreadsPerBlock * kOutputsPerThread)));
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
