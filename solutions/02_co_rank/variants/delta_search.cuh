// Loses: nothing. The textbook's search: moves i and j against each other by half of what is left on that
// side.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int i = k < m ? k : m;
  int j = k - i;
  int i_low = k > n ? k - n : 0;
  int j_low = k > m ? k - m : 0;
  while (true) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {  // too many from A; the answer is in [i_low, i - 1]
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      i = i - delta;
      j = j + delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {  // too many from B; >= because ties are A's
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i = i + delta;
      j = j - delta;
    } else {
      return i;
    }
  }
}
