// Attack: ends the device under the grader's feet.
// Verdict: crashed. Points: 4. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

__global__ void kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (threadIdx.x == 0) merge_sequential(A, m, B, n, C);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n > 0) kernel<<<1, 1>>>(A, m, B, n, C);
  cudaFree(const_cast<value_t*>(A));
  cudaDeviceReset();
}
