// Loses: edges, ties, stability, extremes, boundaries, alignment, random, large, rules. Does not end the last
// share at m + n; more than half, because any total that is not a multiple of the share shows it.
// Told: "Clamp k_curr and k_next to m + n".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kThreadsPerBlock = 256;
constexpr int kOutputsPerThread = 8;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long first = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * kOutputsPerThread;
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = k_curr + kOutputsPerThread;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  if (total == 0) return;
  constexpr int kOutputsPerBlock = kThreadsPerBlock * kOutputsPerThread;
  const int blocks = total / kOutputsPerBlock + (total % kOutputsPerBlock > 0 ? 1 : 0);
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
