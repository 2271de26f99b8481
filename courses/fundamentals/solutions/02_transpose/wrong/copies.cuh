// Loses: plain, rectangles, ragged, hidden, loads, stores, conflicts. Copies the elements in the order
// in which they are.
#pragma once

#include <mergelab/lab.cuh>

__global__ void copy_elements(const float* in, float* out, int elements) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) out[i] = in[i];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  copy_elements<<<(rows * columns + 255) / 256, 256>>>(in, out, rows * columns);
}
