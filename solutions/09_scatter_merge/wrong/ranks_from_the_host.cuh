// Loses: rules, loads, shared, stores, probes, barriers, span_lopsided. The host merges where one array is
// short, and gives the kernels the ranks of its elements. Other merges are lab 3's. Told:
// "it must not do their work".
#pragma once

#include <mergelab/lab.cuh>

#include "merge_basic.cuh"

inline constexpr int kBlock = 256, kItems = 16, kMostRanks = 4096, kMostLong = 1 << 21;
__device__ int ranks[kMostRanks];  // of each element of the short array: how many of the long one come before

__global__ void put_short_kernel(const value_t* few, int length, value_t* C) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < length) C[i + ranks[i]] = few[i];
}

__global__ void put_long_kernel(const value_t* many, int length, int short_length, value_t* C) {
  int j = static_cast<int>(blockIdx.x * kItems * blockDim.x + threadIdx.x);
  int low = 0, high = short_length;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (ranks[middle] <= j) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (int x = 0; x < kItems && j < length; ++x, j += static_cast<int>(blockDim.x)) {
    while (low < short_length && ranks[low] <= j) ++low;
    C[j + low] = many[j];
  }
}

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const bool is_A_short = m <= n;
  const value_t* const few = is_A_short ? A : B;
  const value_t* const many = is_A_short ? B : A;
  const int short_length = min(m, n), long_length = max(m, n);
  if (long_length < 100000 || long_length > kMostLong || short_length > kMostRanks || short_length == 0)
    return merge_basic(A, m, B, n, C);
  static value_t host_few[kMostRanks], host_many[kMostLong];
  static int found[kMostRanks];
  cudaMemcpy(host_few, few, short_length * sizeof(value_t), cudaMemcpyDeviceToHost);
  cudaMemcpy(host_many, many, long_length * sizeof(value_t), cudaMemcpyDeviceToHost);
  for (int i = 0, j = 0; i < short_length; ++i) {
    while (j < long_length && (is_A_short ? host_many[j] < host_few[i] : host_many[j] <= host_few[i])) ++j;
    found[i] = j;
  }
  cudaMemcpyToSymbol(ranks, found, short_length * sizeof(int));
  put_short_kernel<<<(short_length - 1) / kBlock + 1, kBlock>>>(few, short_length, C);
  put_long_kernel<<<(long_length - 1) / (kBlock * kItems) + 1, kBlock>>>(many, long_length, short_length, C);
}
