// Attack: sets a byte of the worker's memory with the compiler's guard of a static variable.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

extern "C" void __cxa_guard_release(long*);

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  __cxa_guard_release(reinterpret_cast<long*>(C));
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
