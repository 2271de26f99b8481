// Loses: span. One thread merges everything on its own.
// Told: "A few threads do all the work".

#pragma once

#include <mergelab/lab.cuh>

#include "merge_sequential.cuh"

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_sequential(A, m, B, n, C);
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into the device array C (m + n
/// elements), stable, ties from A first, on the default stream. m + n is at most 2^31 - 1 and may be 0.
inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_basic_kernel<<<1, 1>>>(A, m, B, n, C);
}
