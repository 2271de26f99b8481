// Loses: comparisons, time. Tries every i from the least one on, which is right and far too slow.
// Told: "a scan".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int i = k > n ? k - n : 0;
  const int high = k < m ? k : m;
  while (i < high && A[i] <= B[k - i - 1]) ++i;
  return i;
}
