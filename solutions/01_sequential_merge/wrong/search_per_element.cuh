// Loses: comparisons, time. Finds the place of each element by a binary search in the other array.
// Told: "Look for a search per element".

#pragma once

#include <mergelab/lab.cuh>

// How many elements of X go before `value`: those below it, and, with ties_before, those equal to it.
__host__ __device__ inline int count_before(const value_t& value, const value_t* X, int length,
                                            bool ties_before) {
  int low = 0;
  int high = length;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const bool before = ties_before ? X[middle] <= value : X[middle] < value;
    if (before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  for (int i = 0; i < m; ++i) C[i + count_before(A[i], B, n, false)] = A[i];
  for (int j = 0; j < n; ++j) C[j + count_before(B[j], A, m, true)] = B[j];
}
