// Loses: plain, edges, ties, order, extremes, random, exhaustive, comparisons, time. Adds delta to i and
// takes it away again, so that the search stands still for ever; more than half, because every family needs a
// step up.
// Told: "a step that is undone at once".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int i = k < m ? k : m;
  int j = k - i;
  int i_low = k > n ? k - n : 0;
  int j_low = k > m ? k - m : 0;
  bool active = true;
  while (active) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      j = j + delta;
      i = i - delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i = i + delta;
      i = i - delta;
    } else {
      active = false;
    }
  }
  return i;
}
