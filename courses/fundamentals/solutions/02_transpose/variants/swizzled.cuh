// Loses: nothing. Without padding: element (row, column) of the tile is stored at column ^ row, which also
// puts a column into 32 banks. Blocks of one dimension go through all tiles, so no size is too large for the
// grid.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kTile = 32;
inline constexpr int kThreads = 512;
inline constexpr int kMostBlocks = 4096;

__global__ void transpose_swizzled(const float* __restrict__ in, float* __restrict__ out, int rows,
                                   int columns) {
  __shared__ float tile[kTile * kTile];
  const int lane = threadIdx.x % kTile;
  const int warp = threadIdx.x / kTile;
  const int warps = blockDim.x / kTile;
  const int tiles_across = (columns + kTile - 1) / kTile;
  const int tiles = tiles_across * ((rows + kTile - 1) / kTile);

  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int first_row = t / tiles_across * kTile;
    const int first_column = t % tiles_across * kTile;
    for (int i = warp; i < kTile; i += warps) {
      const int row = first_row + i;
      const int column = first_column + lane;
      if (row < rows && column < columns) tile[i * kTile + (lane ^ i)] = in[row * columns + column];
    }
    __syncthreads();  // the tile is loaded before threads read what others loaded
    for (int i = warp; i < kTile; i += warps) {
      const int row = first_column + i;
      const int column = first_row + lane;
      if (row < columns && column < rows) out[row * rows + column] = tile[lane * kTile + (i ^ lane)];
    }
    __syncthreads();  // all reads of the tile are done before the next one overwrites it
  }
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  const int tiles = ((columns + kTile - 1) / kTile) * ((rows + kTile - 1) / kTile);
  if (tiles == 0) return;
  const int blocks = min(tiles, kMostBlocks);
  transpose_swizzled<<<blocks, kThreads>>>(in, out, rows, columns);
}
