// Loses: ties, extremes, random, exhaustive. A right search for the other convention: of equal
// elements it counts B's first.
// Told: "Ties take A first".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int low = k > n ? k - n : 0;
  int high = (k < m ? k : m) + 1;
  while (low < high) {
    const int i = low + (high - low) / 2;
    const int j = k - i;
    if (i < m && j > 0 && A[i] < B[j - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}
