// Attack: never returns.
// Verdict: timed_out. Points: 0. Ends within: 40 s.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  for (volatile int k = 0;;) k = 1;
}
