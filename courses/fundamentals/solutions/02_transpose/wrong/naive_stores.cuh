// Loses: stores. Without a tile, a thread for each element of in: loads are whole, but the lanes of a warp
// store to a column of out. Told: "loaded by another thread".
#pragma once

#include <mergelab/lab.cuh>

__global__ void transpose_elements(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
  transpose_elements<<<grid, block>>>(in, out, rows, columns);
}
