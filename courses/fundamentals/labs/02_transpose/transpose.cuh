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
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: store the tile's columns as rows of out: the lanes of a warp write neighbours in out
  LAB_TODO(2);
  // TODO 2 end
}

/// out becomes the transpose of in, for device arrays: in has rows * columns elements in row-major order, out
/// has columns * rows. Both products fit in an int, and no matrix has more than a million rows or columns. If
/// there are no elements, nothing is launched.
inline void transpose(const float* in, float* out, int rows, int columns) {
  // TODO 3 begin: launch a block for each tile; a grid of no blocks is an error
  LAB_TODO(3);
  // TODO 3 end
}
