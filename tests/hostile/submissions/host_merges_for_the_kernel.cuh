// Attack: merges on the host and launches an empty kernel.
// Verdict: checker_violation. Points: 0. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

__global__ void nothing() {}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  nothing<<<1, 256>>>();
  merge_sequential(A, m, B, n, C);
}
