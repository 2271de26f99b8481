// Loses: edges, order, ties, stability, extremes, boundaries, alignment, random, large, rules. Clamps the end
// of a share and not its start, so that some threads have less than nothing to do; more than half, because
// only totals of whole blocks are spared.
// Told: "Clamp k_curr and k_next to m + n".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kThreadsPerBlock = 32;
constexpr int kOutputsPerThread = 8;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const int k_curr = (blockIdx.x * blockDim.x + threadIdx.x) * kOutputsPerThread;
  int k_next = k_curr + kOutputsPerThread;
  if (total < k_next) k_next = total;

  int i = co_rank(k_curr, A, m, B, n);
  int j = k_curr - i;
  for (int k = k_curr; k != k_next; ++k) {
    if (j >= n || (i < m && A[i] <= B[j])) {
      C[k] = A[i++];
    } else {
      C[k] = B[j++];
    }
  }
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  if (total == 0) return;
  constexpr int kOutputsPerBlock = kThreadsPerBlock * kOutputsPerThread;
  const int blocks = total / kOutputsPerBlock + (total % kOutputsPerBlock > 0 ? 1 : 0);
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
