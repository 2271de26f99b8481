// Loses: extremes, stability, comparisons. INT_MAX marks an array that has run out, so a real INT_MAX is
// taken for it; and it builds only for int.
// Told: "A key such as INT_MAX cannot stand".

#pragma once

#include <mergelab/lab.cuh>

constexpr int kInfinity = 2147483647;  // what an array that has run out seems to hold

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  int i = 0;
  int j = 0;
  for (int k = 0; k < m + n; ++k) {
    const value_t a = i < m ? A[i] : kInfinity;
    const value_t b = j < n ? B[j] : kInfinity;
    if (a <= b) {
      C[k] = A[i++];
    } else {
      C[k] = B[j++];
    }
  }
}
