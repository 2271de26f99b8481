// Attack: ends the device by a trap when C is written, so that nothing is counted or checked any more.
// Verdict: checker_violation. Points: 0. Ends within: 20 s. Lab: 02_launch.
#pragma once

#include <mergelab/lab.cuh>

#include "merge.cuh"

__global__ void kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge(A, m, B, n, C);
  __trap();
}

inline void merge_launch(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  kernel<<<1, 1>>>(A, m, B, n, C);
  cudaDeviceReset();
  cudaGetLastError();
}
