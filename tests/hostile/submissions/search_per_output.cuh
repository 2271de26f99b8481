// Attack: a search in global memory for each output, by wide requests, and no tile at all.
// Verdict: too_slow. Points: 15. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 512;

__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section) {
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_end = C_curr + min(section, m + n - C_curr);
  for (int k = C_curr + static_cast<int>(threadIdx.x); k < C_end; k += kBlockSize) {
    const int i = co_rank(k, A, m, B, n);
    const int j = k - i;
    C[k] = j >= n || (i < m && A[i] <= B[j]) ? A[i] : B[j];
  }
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int /*tile*/) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  merge_circular_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
  if (cudaGetLastError() != cudaSuccess) printf("the launch failed\n");
}
