// Loses: stability. Takes equal elements from B first, because it tests < where <= is needed.
// Told: "which of < and <= does that take".

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
    } else {
      C[k++] = B[j++];
    }
  }
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}
