// Attack: calls thrust.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

#include <thrust/merge.h>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  thrust::merge(A, A + m, B, B + n, C);
}
