// Attack: keeps the first output and gives it back when the same pointers come again.
// Verdict: wrong_answer. Points: 9. Ends within: 40 s. Lab: 01_sequential_merge.
#pragma once

#include <mergelab/lab.cuh>

inline value_t kept[1 << 16];
inline const value_t* of = nullptr;

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  if (A == of && m + n <= 1 << 16) {
    for (int k = 0; k < m + n; ++k) C[k] = kept[k];
    return;
  }
  of = A;
  struct Keep {
    value_t* C;
    int total;
    __host__ __device__ ~Keep() {
      for (int k = 0; k < total && k < 1 << 16; ++k) kept[k] = C[k];
    }
  } const keep{C, m + n};
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
