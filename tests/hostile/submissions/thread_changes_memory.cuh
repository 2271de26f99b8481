// Attack: a thread that goes on writing the output while the judge compares.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

extern "C" int pthread_create(unsigned long*, const void*, void* (*)(void*), void*);
static void* run(void* p) {
  for (;;) *static_cast<volatile int*>(p) = 0;
}

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  static unsigned long thread;
  pthread_create(&thread, nullptr, run, C);
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
