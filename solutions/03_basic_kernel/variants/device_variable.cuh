// Loses: nothing. The outputs are merged in slices, each by two launches: one finds where its shares begin,
// in a variable of the device.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

inline constexpr int kThreads = 256, kOutputs = 8, kSlice = 1 << 15;

__device__ int begins[kSlice / kOutputs + 1];

__global__ void find_begins(const value_t* A, int m, const value_t* B, int n, int first) {
  const int share = blockIdx.x * blockDim.x + threadIdx.x;
  if (share > kSlice / kOutputs) return;
  const long long k = static_cast<long long>(first) + static_cast<long long>(share) * kOutputs;
  const int total = m + n;
  begins[share] = co_rank(k < total ? static_cast<int>(k) : total, A, m, B, n);
}

__global__ void merge_shares(const value_t* A, const value_t* B, int total, int first, value_t* C) {
  const int share = blockIdx.x * blockDim.x + threadIdx.x;
  const long long k = static_cast<long long>(first) + static_cast<long long>(share) * kOutputs;
  if (share >= kSlice / kOutputs || k >= total) return;
  const int begin = static_cast<int>(k), end = total - begin > kOutputs ? begin + kOutputs : total;
  const int i = begins[share], i_end = begins[share + 1];
  merge_sequential(A + i, i_end - i, B + (begin - i), (end - i_end) - (begin - i), C + begin);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const long long total = static_cast<long long>(m) + n;
  constexpr int kBlocks = kSlice / kOutputs / kThreads;
  for (long long first = 0; first < total; first += kSlice) {
    find_begins<<<kBlocks + 1, kThreads>>>(A, m, B, n, static_cast<int>(first));
    merge_shares<<<kBlocks, kThreads>>>(A, B, static_cast<int>(total), static_cast<int>(first), C);
  }
}
