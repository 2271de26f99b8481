// Attack: an array of 100 GB in the object.
// Verdict: build_failed. Points: 0. Ends within: 40 s.
#pragma once

#include <mergelab/lab.cuh>

static char hundred_gigabytes[100'000'000'000];

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m < 0) hundred_gigabytes[m * -1000] = 1, puts(hundred_gigabytes);
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
