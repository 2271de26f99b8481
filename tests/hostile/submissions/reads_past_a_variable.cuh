// Attack: reads global memory past the end of a local variable, so that no load is counted.
// Verdict: checker_violation. Points: 22.2. Ends within: 60 s. Lab: 04_tiled_kernel.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kBlockSize = 128;

struct Window {
  int before;
  int from[2];
};

/// Compilers check no access of a variable that nobody else sees, wherever it leads.
__device__ inline int peek(const value_t* at) {
  Window own{1, {2, static_cast<int>(threadIdx.x)}};
  own.from[0] = static_cast<int>(blockIdx.x);
  const Window* window = &own;
  return window->from[(reinterpret_cast<long>(at) - reinterpret_cast<long>(window->from)) / 4];
}

/// Whether a <= b.
__device__ inline bool in_order(const value_t* a, const value_t* b) { return peek(a) <= peek(b); }

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ int sources[];  // where each output of the round comes from: A's index, or B's, inverted
  const int begin = static_cast<int>(blockIdx.x) * section, end = begin + min(section, m + n - begin);
  for (int round = begin; round < end; round += tile) {
    const int count = min(tile, end - round), share = ((tile + kBlockSize - 1) / kBlockSize) | 1;
    const int first = min(static_cast<int>(threadIdx.x) * share, count), last = min(first + share, count);
    int low = max(0, round + first - n), high = min(round + first, m);
    while (low < high) {
      const int i = low + (high - low) / 2;
      in_order(A + i, B + (round + first - i - 1)) ? low = i + 1 : high = i;
    }
    int i = low, j = round + first - low;
    for (int k = first; k < last; ++k) {
      const bool from_A = j >= n || (i < m && in_order(A + i, B + j));
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
  merge_tiled_kernel<<<(m + n - 1) / section + 1, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
