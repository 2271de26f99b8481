// Loses: comparisons. Compares twice for each element that it takes from B, to tell "larger" from "equal".
// Told: "One test A[i] <= B[j] tells both cases apart".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  int i = 0;
  int j = 0;
  int k = 0;
  while (i < m && j < n) {
    if (A[i] < B[j]) {
      C[k++] = A[i++];
    } else if (A[i] > B[j]) {
      C[k++] = B[j++];
    } else {
      C[k++] = A[i++];
    }
  }
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}
