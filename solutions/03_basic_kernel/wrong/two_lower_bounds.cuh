// Loses: ties, stability, extremes, random, rules. Places each element behind the smaller ones of the other
// array, so that equal keys of A and B land on one place.
// Told: "Two threads use one element".

#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreadsPerBlock = 256;
constexpr int kOutputsPerThread = 8;

// How many elements of X are smaller than `value`.
__device__ inline int lower_bound(const value_t& value, const value_t* X, int length) {
  int low = 0;
  int high = length;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (X[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long first = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * kOutputsPerThread;
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = total - k_curr > kOutputsPerThread ? k_curr + kOutputsPerThread : total;

  for (int e = k_curr; e < k_next; ++e) {
    if (e < m) {
      C[e + lower_bound(A[e], B, n)] = A[e];
    } else {
      const int j = e - m;
      C[j + lower_bound(B[j], A, m)] = B[j];
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
