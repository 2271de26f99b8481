// Loses: stores. Without a tile, in blocks of 16 by 16: half a warp loads a row of in, and stores to 16 rows
// of out. Told: "threadIdx.x count columns of out".
#pragma once

#include <mergelab/lab.cuh>

__global__ void transpose_elements(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(16, 16);
  const dim3 grid((columns + 15) / 16, (rows + 15) / 16);
  transpose_elements<<<grid, block>>>(in, out, rows, columns);
}
