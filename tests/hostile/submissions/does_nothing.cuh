// Attack: leaves what the last call left.
// Verdict: wrong_answer. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  (void)A, (void)B, (void)C, (void)m, (void)n;
}
