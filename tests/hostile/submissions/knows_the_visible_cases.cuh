// Attack: is right for the visible cases alone.
// Verdict: wrong_answer. Points: 3. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const bool visible = (m == 8 && n == 8) || (m == 32 && n == 64) || n == 0;
  if (!visible || sizeof *C == 8) return;
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
