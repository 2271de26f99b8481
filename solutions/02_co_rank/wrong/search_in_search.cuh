// Loses: comparisons, time. Looks for a splitter in A and searches all of B for each one that it tries: log m
// times log n comparisons.
// Told: "a search inside a search".

#pragma once

#include <mergelab/lab.cuh>

// How many elements of B go before `value`, an element of A.
__host__ __device__ inline int count_below(const value_t& value, const value_t* B, int n) {
  int low = 0;
  int high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (B[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int low = 0;
  int high = m;
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (i + count_below(A[i], B, n) < k) {  // A[i] lands in C[0..k)
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}
