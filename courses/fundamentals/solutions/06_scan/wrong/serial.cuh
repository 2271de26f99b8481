// Loses: span. One thread scans all.
#pragma once

#include <mergelab/lab.cuh>

__global__ void scan_kernel(const float* x, int n, float* y) {
  float sum = 0;
  for (int i = 0; i < n; ++i) y[i] = sum += x[i];
}

inline void scan(const float* x, int n, float* y) { scan_kernel<<<1, 1>>>(x, n, y); }
