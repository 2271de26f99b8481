// Loses: extremes, comparisons. Pretends that an array goes on with INT_MAX and INT_MIN beyond its ends, so
// real ones confuse it; and it builds for int alone.
// Told: "a key such as INT_MAX".

#pragma once

#include <mergelab/lab.cuh>

constexpr int kInfinity = 2147483647;

__host__ __device__ inline value_t element(const value_t* X, int length, int index) {
  if (index < 0) return -kInfinity - 1;
  if (index >= length) return kInfinity;
  return X[index];
}

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  int i = k < m ? k : m;
  int j = k - i;
  int i_low = k > n ? k - n : 0;
  int j_low = k > m ? k - m : 0;
  while (true) {
    if (element(A, m, i - 1) > element(B, n, j)) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      i = i - delta;
      j = j + delta;
    } else if (element(B, n, j - 1) >= element(A, m, i)) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i = i + delta;
      j = j - delta;
    } else {
      return i;
    }
  }
}
