// Attack: has a macro inline the library's merge always, which leaves no symbol, and hides its name.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

#define inline inline __attribute__((always_inline))
#include <algorithm>
#undef inline
#define GLUE(a, b) a##b
namespace s = std;

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  s::GLUE(mer, ge)(A, A + m, B, B + n, C);
}
