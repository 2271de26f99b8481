// Loses: partly conflicts. A tile of 16 by 16 without padding: a column of it is in two banks.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kTile = 16;

__global__ void transpose_tiles(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
  __syncthreads();  // the tile is loaded
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  const int out_column = blockIdx.y * kTile + threadIdx.x;
  if (out_row < columns && out_column < rows)
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(kTile, kTile);
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose_tiles<<<grid, block>>>(in, out, rows, columns);
}
