// Loses: nothing. Tests both constraints at the middle of the range and returns as soon as both hold.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int low = k > n ? k - n : 0;
  int high = k < m ? k : m;
  while (low < high) {
    const int i = low + (high - low) / 2;
    const int j = k - i;
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      high = i - 1;  // the prefix has an element of A too many
    } else if (j > 0 && i < m && A[i] <= B[j - 1]) {
      low = i + 1;  // the prefix lacks an element of A
    } else {
      return i;
    }
  }
  return low;
}
