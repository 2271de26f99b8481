// Loses: plain, edges, order, stability, extremes, random, comparisons, time. The loop that copies the rest
// of A tests the index of B; more than half, because most families have a case in which A outlasts B.
// Told: "check that the loop that copies A tests i < m".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  int i = 0;
  int j = 0;
  int k = 0;
  while (i < m && j < n) {
    if (A[i] <= B[j]) {
      C[k++] = A[i++];
    } else {
      C[k++] = B[j++];
    }
  }
  if (i == m) {
    while (j < n) C[k++] = B[j++];
  } else {
    while (j < n) C[k++] = A[i++];
  }
}
