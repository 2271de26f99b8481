// The right answer of the tiny course's second lab: one thread merges everything.
#pragma once

#include <mergelab/lab.cuh>

#include "merge.cuh"

__global__ void merge_launch_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge(A, m, B, n, C);
}

inline void merge_launch(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // TODO 1 begin: launch
  LAB_TODO(1);
  // TODO 1 end
}
