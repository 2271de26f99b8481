// Attack: calls the merge of the standard library.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <algorithm>
#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  std::merge(A, A + m, B, B + n, C);
}
