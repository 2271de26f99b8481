// Attack: a compiler message of gigabytes.
// Verdict: build_failed. Points: 0. Ends within: 60 s.
#pragma once

#include <mergelab/lab.cuh>

#define T0 undeclared;
#define T1 T0 T0 T0 T0 T0 T0 T0 T0
#define T2 T1 T1 T1 T1 T1 T1 T1 T1
#define T3 T2 T2 T2 T2 T2 T2 T2 T2
#define T4 T3 T3 T3 T3 T3 T3 T3 T3
#define T5 T4 T4 T4 T4 T4 T4 T4 T4
inline void bomb(){T5}

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
