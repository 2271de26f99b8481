// Attack: the same with a name that macros glue together from harmless parts.
// Verdict: forbidden. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

#define GLUE(a, b) a##b
#define HEADER <GLUE(algo, rithm)>
#include HEADER
namespace s = std;

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  s::GLUE(mer, ge)(A, A + m, B, B + n, C);
}
