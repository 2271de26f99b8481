// Loses: nothing. Divide and conquer: settles half of what is open with one comparison, then solves the rest
// as a smaller problem.
#pragma once

#include <mergelab/lab.cuh>

__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  const int surely_a = k > n ? k - n : 0;
  const int surely_b = k > m ? k - m : 0;

  // Open are `open` more outputs. Each side holds at least as many elements behind i and j, and no element
  // further on can be among them. Of the first from_a of A and the first from_b of B, which are `open` in
  // all, the side whose last is smaller is entirely in the prefix.
  int i = surely_a;
  int j = surely_b;
  int open = k - surely_a - surely_b;
  while (open > 0) {
    const int from_a = open - open / 2;
    const int from_b = open / 2;
    if (from_b == 0) return A[i] <= B[j] ? i + 1 : i;
    if (A[i + from_a - 1] <= B[j + from_b - 1]) {
      i += from_a;
      open -= from_a;
    } else {
      j += from_b;
      open -= from_b;
    }
  }
  return i;
}
