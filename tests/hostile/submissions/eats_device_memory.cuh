// Attack: takes device memory until none is left.
// Verdict: passed or too_slow. Points: 10. Ends within: 40 s. Lab: 01_sequential_merge.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  for (void* p = nullptr; cudaMalloc(&p, 64 << 20) == cudaSuccess;) continue;
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
