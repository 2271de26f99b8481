// Loses: edges, stability, extremes, random, comparisons. Takes "one array is empty" for "there is nothing to
// do" and leaves C unwritten; more than half, because families with many small cases have empty arrays too.
// Told: "When one array runs out, the rest of the other is still to be copied".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  if (m == 0 || n == 0) return;

  int i = 0;
  int j = 0;
  for (int k = 0; k < m + n; ++k) {
    if (j == n || (i < m && A[i] <= B[j])) {
      C[k] = A[i++];
    } else {
      C[k] = B[j++];
    }
  }
}
