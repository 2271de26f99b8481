// Loses: plain, edges, ties, order, extremes, random, exhaustive, comparisons, time. Searches up to i = k
// even when k > m, where A[i] is past the end of A; more than half, because every family asks for such a k.
// Told: "high = min(k, m)".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int low = k > n ? k - n : 0;
  int high = k;
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
