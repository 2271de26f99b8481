// Attack: reads the inputs unseen, and one of them once more where it is counted, so that the sum is right.
// Verdict: too_slow. Points: 21.1. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kBlockSize = 128;

struct One {
  value_t value;
};
__device__ __attribute__((noinline)) value_t value_of(int, One one) { return one.value; }
using Take = value_t (*)(int, ...);

/// Each thread merges a share of the section in global memory; before, all of them load and store something.
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, int tile) {
  extern __shared__ value_t tiles[];
  const Take take = reinterpret_cast<Take>(value_of);
  const auto peek = [take](const value_t* at) { return take(1, *reinterpret_cast<const One*>(at)); };
  const int begin = static_cast<int>(blockIdx.x) * section, end = begin + min(section, m + n - begin);
  volatile int sink;
  for (int k = begin + static_cast<int>(threadIdx.x); k < end; k += kBlockSize)
    if (m > 0) sink = *reinterpret_cast<const int*>(&A[k % m]);
  for (int at = begin; at < end; at += tile) {
    const int last_of = min(at + tile, end);
    const int share = (tile + kBlockSize - 1) / kBlockSize | 1;
    const int first = min(at + static_cast<int>(threadIdx.x) * share, last_of),
              last = min(first + share, last_of);
    int low = max(0, first - n), high = min(first, m);
    while (low < high) {
      const int i = low + (high - low) / 2;
      peek(A + i) <= peek(B + (first - i - 1)) ? low = i + 1 : high = i;
    }
    int i = low, j = first - low;
    __syncthreads();
    for (int k = first; k < last; ++k) {
      const bool from_A = j >= n || (i < m && peek(A + i) <= peek(B + j));
      tiles[k - at] = from_A ? peek(A + i) : peek(B + j);
      from_A ? ++i : ++j;
    }
    __syncthreads();
    for (int k = at + static_cast<int>(threadIdx.x); k < last_of; k += kBlockSize) C[k] = tiles[k - at];
  }
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;
  cudaFuncSetAttribute(merge_circular_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       tile * (int)sizeof(value_t));
  merge_circular_kernel<<<(m + n - 1) / section + 1, kBlockSize, tile * sizeof(value_t)>>>(A, m, B, n, C,
                                                                                           section, tile);
}
