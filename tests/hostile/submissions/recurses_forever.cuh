// Attack: calls itself until the stack is used up.
// Verdict: crashed. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int deeper(const value_t* A, int depth) {
  volatile int here[64];
  here[depth & 63] = depth;
  return depth < 0 ? here[0] : deeper(A, depth + 1) + here[depth & 63];
}

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (deeper(A, 0) == 1) return;
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
