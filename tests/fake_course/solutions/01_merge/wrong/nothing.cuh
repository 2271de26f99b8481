// Loses: plain, edges, stability. Writes nothing.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline void merge(const value_t*, int, const value_t*, int, value_t*) {}
