// Attack: calls cub.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

#include <cub/cub.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  cub::DeviceMerge::MergeKeys(nullptr, m, A, m, B, n, C);
}
