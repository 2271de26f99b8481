// Loses: edges. Launches a grid of no blocks when there is nothing to merge, which is an error.
// Told: "A grid needs at least one block (return early when m + n is 0)".

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
  const int k_next = total - k_curr > kOutputsPerThread ? k_curr + kOutputsPerThread : total;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  constexpr int kOutputsPerBlock = kThreadsPerBlock * kOutputsPerThread;
  const int total = m + n;
  const int blocks = total / kOutputsPerBlock + (total % kOutputsPerBlock > 0 ? 1 : 0);
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
