// Loses: order, idle_lanes, span. One thread adds all elements, in one float.
// On a GPU: order, time.
// Told: "running sum".
#pragma once

#include <mergelab/lab.cuh>

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  float total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}

inline void reduce(const float* x, int n, float* sum) { reduce_kernel<<<1, 1>>>(x, n, sum); }
