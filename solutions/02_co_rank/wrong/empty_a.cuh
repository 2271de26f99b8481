// Loses: edges, ties, extremes, random, exhaustive, comparisons. Has the answer for an empty A the wrong way
// round: says that all k come from it; more than half, because families with many small cases have empty
// arrays too.
// Told: "i and j = k - i must lie in [0, m] and [0, n]".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  if (m == 0) return k;
  if (n == 0) return k;

  int low = k > n ? k - n : 0;
  int high = k < m ? k : m;
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (A[i] <= B[k - i - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}
