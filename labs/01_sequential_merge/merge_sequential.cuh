// Merges two sorted arrays with one thread. In the later labs every thread does this with its share.
#pragma once

#include <mergelab/lab.cuh>

/// Merges the sorted arrays A (m elements) and B (n elements) into C (m + n elements). Stable: of equal
/// elements, A's come first, and the order within each array is kept. Either array may be empty. Compares at
/// most m + n - 1 times. C does not overlap A or B.
__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  // TODO 1 begin: with i, j, k as the next index into A, B, C, move the smaller head to C
  //               for as long as both arrays have one
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: copy what is left of the array that has not run out
  LAB_TODO(2);
  // TODO 2 end
}
