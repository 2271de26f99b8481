// Loses: plain, edges, ties, order, extremes, random, exhaustive, comparisons, time. Searches from i = 0 even
// when k > n, where B[k - i - 1] is past the end of B; more than half, because every family asks for such a
// k.
// Told: "i >= k - n".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int low = 0;
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
