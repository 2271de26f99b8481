// Attack: does its work after it has returned: it only notes what to do.
// Verdict: wrong_answer. Points: 9. Ends within: 40 s. Lab: 01_sequential_merge.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  static const value_t* const* noted = nullptr;
  if (m > 1000) {
    noted = &A;
    return;
  }
  (void)noted;
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
