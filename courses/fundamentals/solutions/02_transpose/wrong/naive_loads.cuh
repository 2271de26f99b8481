// Loses: loads. Without a tile, a thread for each element of out: stores are whole, but the lanes of a warp
// load a column of in. Told: "threadIdx.x count columns of in".
#pragma once

#include <mergelab/lab.cuh>

__global__ void transpose_elements(const float* in, float* out, int rows, int columns) {
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((rows + 31) / 32, (columns + 7) / 8);
  transpose_elements<<<grid, block>>>(in, out, rows, columns);
}
