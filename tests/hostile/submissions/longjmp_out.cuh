// Attack: saves where the first call was and jumps back there from the second.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

extern "C" int _setjmp(void*);
extern "C" [[noreturn]] void longjmp(void*, int);
static long place[64];

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  static int calls = 0;
  if (calls++ == 0)
    (void)_setjmp(place);
  else
    longjmp(place, 1);
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
