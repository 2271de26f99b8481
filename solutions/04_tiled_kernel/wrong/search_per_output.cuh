// Loses: loads, searches, search_reads. Finds each output by a separate search in global memory:
// neighbouring threads load neighbouring elements, but thirty for each output. Told: "The threads search or
// merge in global memory".
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 512;

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                   int section) {
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_end = C_curr + min(section, m + n - C_curr);
  for (int k = C_curr + static_cast<int>(threadIdx.x); k < C_end; k += kBlockSize) {
    const int i = co_rank(k, A, m, B, n);
    const int j = k - i;
    C[k] = j >= n || (i < m && A[i] <= B[j]) ? A[i] : B[j];
  }
}

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                        int /*tile*/) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  merge_tiled_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
  if (cudaGetLastError() != cudaSuccess) printf("the launch failed\n");
}
