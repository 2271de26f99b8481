// Filters a picture: each pixel of the result is a weighted sum of the pixels around it. A block loads its
// part of the picture into shared memory once, with a margin, and all of its threads take their sums from
// there.
#pragma once

#include <mergelab/lab.cuh>

/// A block makes a tile of the result, with one thread for each pixel. A warp makes a row of the tile: 32
/// neighbouring bytes, which global memory delivers together.
constexpr int kTileWidth = 32;
constexpr int kTileHeight = 8;

constexpr int kMaxRadius = 7;
constexpr int kMaxWeights = (2 * kMaxRadius + 1) * (2 * kMaxRadius + 1);

/// The filter, row by row. All threads of a warp read the same weight at the same time: constant memory
/// delivers it to all of them at once.
__constant__ float weights[kMaxWeights];

/// Block (x, y) of the grid makes the tile in column x and row y of tiles.
__global__ void blur_kernel(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
  // The tile and a margin of `radius` pixels on each side, the halo. A smaller radius uses a part of it.
  __shared__ unsigned char tile[kTileHeight + 2 * kMaxRadius][kTileWidth + 2 * kMaxRadius];

  const int first_column = static_cast<int>(blockIdx.x) * kTileWidth;  // of the result's tile
  const int first_row = static_cast<int>(blockIdx.y) * kTileHeight;
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);

  // TODO 1 begin: load the tile and its halo, several pixels for each thread; outside the picture the nearest
  //               pixel counts
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: the weighted sum around this thread's pixel, from shared memory
  LAB_TODO(2);
  // TODO 2 end

  // TODO 3 begin: store the nearest value that a pixel can have, if this thread's pixel is in the picture
  LAB_TODO(3);
  // TODO 3 end
}

/// Filters the device picture `in` into the device picture `out`; both have height rows of width pixels,
/// fewer than 2^31 in all. The filter is a device array of 2 * radius + 1 rows and columns of weights; radius
/// is from 0 to kMaxRadius. out[y][x] is the sum of filter[j][i] * in[y + j - radius][x + i - radius],
/// rounded to the nearest integer and limited to 0..255. Outside the picture the nearest pixel of the picture
/// counts.
inline void blur(const unsigned char* in, unsigned char* out, int width, int height, const float* filter,
                 int radius) {
  // TODO 4 begin: copy the filter to `weights`, and launch a block for each tile of the result
  LAB_TODO(4);
  // TODO 4 end
}
