// Loses: ties, extremes, random, exhaustive. Finds the key at C[k] and returns its lower bound
// in A, which leaves out the elements of A that are equal to it.
// Told: "A[i] goes before B[j - 1] when A[i] <= B[j - 1]".

#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int lower_bound(const value_t& value, const value_t* X, int length) {
  int low = 0;
  int high = length;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (X[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  if (k == m + n) return m;

  const int least = k > n ? k - n : 0;
  int low = least;
  int high = k < m ? k : m;
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (A[i] <= B[k - i - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  const int i = low;
  const int j = k - i;
  const bool next_is_a = i < m && (j == n || A[i] <= B[j]);
  const value_t next = next_is_a ? A[i] : B[j];
  return least + lower_bound(next, A + least, i - least);
}
