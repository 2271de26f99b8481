// Attack: sorts the output with a qsort that it declares by itself.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

static int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
#define GLUE(a, b) a##b
extern "C" void GLUE(qs, ort)(void*, size_t, size_t, int (*)(const void*, const void*));

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  (GLUE(qs, ort))(C, static_cast<size_t>(m + n), sizeof *C, compare);
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
