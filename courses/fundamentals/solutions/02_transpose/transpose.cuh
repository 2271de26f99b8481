// Transpose: a block moves one tile of the matrix through shared memory, so that its loads and its stores
// both go along rows.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kTile = 32;  // rows and columns of a tile; also the lanes of a warp
/// Rows of threads in a block: each thread moves kTile / kBlockRows elements.
inline constexpr int kBlockRows = 8;

/// Block (x, y) moves the tile with the first row y * kTile and the first column x * kTile of `in`. The block
/// has kTile * kBlockRows threads, so each warp handles one row of a tile at a time.
__global__ void transpose_tiles(const float* __restrict__ in, float* __restrict__ out, int rows,
                                int columns) {
  // TODO 1 begin: load the tile from in to shared memory: the lanes of a warp read neighbours in a row of in
  // The padding puts the elements of a column into 32 different banks. Without it all are in one bank.
  __shared__ float tile[kTile][kTile + 1];
  const int tile_row = blockIdx.y * kTile;
  const int tile_column = blockIdx.x * kTile;
  const int in_column = tile_column + threadIdx.x;
  for (int i = threadIdx.y; i < kTile; i += kBlockRows) {
    const int in_row = tile_row + i;
    if (in_row < rows && in_column < columns) tile[i][threadIdx.x] = in[in_row * columns + in_column];
  }
  // TODO 1 end

  // TODO 2 begin: store the tile's columns as rows of out: the lanes of a warp write neighbours in out
  __syncthreads();  // the whole tile is loaded before threads read what others loaded
  const int out_column = tile_row + threadIdx.x;  // the tile's rows are columns of out
  for (int i = threadIdx.y; i < kTile; i += kBlockRows) {
    const int out_row = tile_column + i;
    if (out_row < columns && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][i];
  }
  // TODO 2 end
}

/// out becomes the transpose of in, for device arrays: in has rows * columns elements in row-major order, out
/// has columns * rows. Both products fit in an int, and no matrix has more than a million rows or columns. If
/// there are no elements, nothing is launched.
inline void transpose(const float* in, float* out, int rows, int columns) {
  // TODO 3 begin: launch a block for each tile; a grid of no blocks is an error
  if (rows == 0 || columns == 0) return;
  const dim3 block(kTile, kBlockRows);
  const dim3 grid((columns + kTile - 1) / kTile,
                  (rows + kTile - 1) / kTile);  // partial tiles need a block, too
  transpose_tiles<<<grid, block>>>(in, out, rows, columns);
  // TODO 3 end
}
