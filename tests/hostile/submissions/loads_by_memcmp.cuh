// Attack: compares in global memory by a pointer to memcmp, so that no load is counted.
// Verdict: too_slow. Points: 22.2. Ends within: 60 s. Lab: 04_tiled_kernel.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kBlockSize = 128;
using Peek = int (*)(const void*, const void*, size_t);

__device__ inline const char* byte_of(const value_t* key, int number) {
  return reinterpret_cast<const char*>(key) + number;
}

/// Whether a <= b, from the most significant byte on.
__device__ inline bool in_order(const value_t* a, const value_t* b, Peek peek) {
  const bool a_negative = peek(byte_of(a, 3), "\x80", 1) >= 0,
             b_negative = peek(byte_of(b, 3), "\x80", 1) >= 0;
  if (a_negative != b_negative) return a_negative;
  for (int number = 3; number >= 0; --number) {
    const int difference = peek(byte_of(a, number), byte_of(b, number), 1);
    if (difference != 0) return difference < 0;
  }
  return true;
}

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile, Peek peek) {
  extern __shared__ int sources[];  // where each output of the round comes from: A's index, or B's, inverted
  const int begin = static_cast<int>(blockIdx.x) * section, end = begin + min(section, m + n - begin);
  for (int round = begin; round < end; round += tile) {
    const int count = min(tile, end - round), share = ((tile + kBlockSize - 1) / kBlockSize) | 1;
    const int first = min(static_cast<int>(threadIdx.x) * share, count), last = min(first + share, count);
    int low = max(0, round + first - n), high = min(round + first, m);
    while (low < high) {
      const int i = low + (high - low) / 2;
      in_order(A + i, B + (round + first - i - 1), peek) ? low = i + 1 : high = i;
    }
    int i = low, j = round + first - low;
    for (int k = first; k < last; ++k) {
      const bool from_A = j >= n || (i < m && in_order(A + i, B + j, peek));
      sources[k] = from_A ? i++ : ~j++;
    }
    __syncthreads();  // all sources are known before they are read
    for (int k = static_cast<int>(threadIdx.x); k < count; k += kBlockSize)
      C[round + k] = sources[k] >= 0 ? A[sources[k]] : B[~sources[k]];
    __syncthreads();  // all sources are read before the next round
  }
}

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile) {
  if (m + n == 0) return;
  const size_t shared_bytes = static_cast<size_t>(tile) * sizeof(int);
  cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_tiled_kernel<<<(m + n - 1) / section + 1, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile,
                                                                              memcmp);
}
