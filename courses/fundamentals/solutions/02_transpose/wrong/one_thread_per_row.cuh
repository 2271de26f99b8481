// Loses: loads. Each thread copies a row of in: the lanes of a warp are a row apart, and each of their
// loads is in another sector. Stores go along rows of out, so they are whole.
#pragma once

#include <mergelab/lab.cuh>

__global__ void transpose_rows(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int column = 0; column < columns; ++column) out[column * rows + row] = in[row * columns + column];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  transpose_rows<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
}
