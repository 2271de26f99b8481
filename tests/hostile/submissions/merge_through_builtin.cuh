// Attack: gets at the library's merge through its inner name.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

#include <bits/stl_algo.h>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  std::__merge(A, A + m, B, B + n, C, __gnu_cxx::__ops::__iter_less_iter());
}
