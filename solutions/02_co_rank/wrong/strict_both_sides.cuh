// Loses: ties, extremes, random, exhaustive. Tests both constraints strictly, so that on ties
// several i pass and the search stops at any of them.
// Told: "A[i] goes before B[j - 1] when A[i] <= B[j - 1]".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int i = k < m ? k : m;
  int j = k - i;
  int i_low = k > n ? k - n : 0;
  int j_low = k > m ? k - m : 0;
  while (true) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      i = i - delta;
      j = j + delta;
    } else if (j > 0 && i < m && B[j - 1] > A[i]) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i = i + delta;
      j = j - delta;
    } else {
      return i;
    }
  }
}
