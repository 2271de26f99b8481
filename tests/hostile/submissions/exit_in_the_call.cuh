// Attack: prints "passed" and ends with success in the call.
// Verdict: crashed. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  puts("passed");
  exit(0);
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
