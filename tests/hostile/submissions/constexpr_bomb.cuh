// Attack: a computation without end while it is compiled.
// Verdict: build_failed. Points: 0. Ends within: 60 s.
#pragma once

#include <mergelab/lab.cuh>

constexpr int forever() {
  for (int k = 0;; k ^= 1) {
  }
}
static_assert(forever() == 0);

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
