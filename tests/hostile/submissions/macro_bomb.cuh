// Attack: a macro of 2^33 tokens.
// Verdict: timed_out or resource_limit. Points: 0. Ends within: 60 s.
#pragma once

#include <mergelab/lab.cuh>

#define T0 int(1) +
#define T1 T0 T0 T0 T0 T0 T0 T0 T0
#define T2 T1 T1 T1 T1 T1 T1 T1 T1
#define T3 T2 T2 T2 T2 T2 T2 T2 T2
#define T4 T3 T3 T3 T3 T3 T3 T3 T3
#define T5 T4 T4 T4 T4 T4 T4 T4 T4
#define T6 T5 T5 T5 T5 T5 T5 T5 T5
#define T7 T6 T6 T6 T6 T6 T6 T6 T6
#define T8 T7 T7 T7 T7 T7 T7 T7 T7
#define T9 T8 T8 T8 T8 T8 T8 T8 T8
#define T10 T9 T9 T9 T9 T9 T9 T9 T9
#define T11 T10 T10 T10 T10 T10 T10 T10 T10
inline int bomb() { return T11 0; }

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
