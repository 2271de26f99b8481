// Attack: the warps of a block wait for each other at different barriers.
// Verdict: checker_violation. Points: 17. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

__global__ void kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (threadIdx.x == 0) merge_sequential(A, m, B, n, C);
  if (threadIdx.x % 2 == 0) __syncthreads();
  if (threadIdx.x % 2 == 1) {
    __syncwarp();
    __syncthreads();
  }
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n > 0) kernel<<<1, 64>>>(A, m, B, n, C);
}
