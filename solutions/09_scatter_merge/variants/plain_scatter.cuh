// Loses: loads. Scatters all elements of both arrays, whatever their lengths, in grid-stride loops: each
// element of the long array is searched for in all of the short one.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kBlockThreads = 128;
constexpr int kMaxBlocks = 4096;

/// How many of `keys` are smaller than `key`.
__device__ inline int lower_bound(const value_t* keys, int length, value_t key) {
  int first = 0;
  while (length > 0) {
    const int half = length / 2;
    if (keys[first + half] < key) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  return first;
}

/// How many of `keys` are smaller than `key` or equal to it.
__device__ inline int upper_bound(const value_t* keys, int length, value_t key) {
  int first = 0;
  while (length > 0) {
    const int half = length / 2;
    if (keys[first + half] <= key) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  return first;
}

__global__ void scatter_a_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < m; i += threads) {
    C[i + lower_bound(B, n, A[i])] = A[i];
  }
}

__global__ void scatter_b_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; j < n; j += threads) {
    C[j + upper_bound(A, m, B[j])] = B[j];
  }
}

inline int blocks_for(int length) { return min((length - 1) / kBlockThreads + 1, kMaxBlocks); }

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m > 0) scatter_a_kernel<<<blocks_for(m), kBlockThreads>>>(A, m, B, n, C);
  if (n > 0) scatter_b_kernel<<<blocks_for(n), kBlockThreads>>>(A, m, B, n, C);
}
