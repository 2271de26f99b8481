// The right answer of the tiny course's first lab.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // TODO 1 begin: merge
  LAB_TODO(1);
  // TODO 1 end
}
