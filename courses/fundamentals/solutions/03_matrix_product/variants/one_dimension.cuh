// Loses: nothing. Blocks of one dimension go through the tiles of C in a grid-stride loop. Tiles of 32 * 32
// are in dynamic shared memory, and each thread makes four rows of one column.
#pragma once

#include <cooperative_groups.h>
#include <mergelab/lab.cuh>

namespace cg = cooperative_groups;

constexpr int kBlockSize = 256;
constexpr int kOwn = 4;  // rows of a tile that a thread makes: 32 * 32 / 256

template <int kTile>
__global__ void matmul_kernel(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  const cg::thread_block block = cg::this_thread_block();
  extern __shared__ float tiles[];
  float* tileA = LAB_SPAN(tiles, kTile * kTile);
  float* tileB = LAB_SPAN(tiles + kTile * kTile, kTile * kTile);

  const int across = (columns + kTile - 1) / kTile;
  const int all_tiles = across * ((rows + kTile - 1) / kTile);
  const int x = static_cast<int>(block.thread_rank()) % kTile;
  const int y = static_cast<int>(block.thread_rank()) / kTile;

  for (int tile = static_cast<int>(blockIdx.x); tile < all_tiles; tile += static_cast<int>(gridDim.x)) {
    const int first_row = tile / across * kTile, column = tile % across * kTile + x;
    float sums[kOwn] = {};
    for (int first = 0; first < inner; first += kTile) {
      for (int k = y; k < kTile; k += kTile / kOwn) {
        const int row = first_row + k;
        tileA[k * kTile + x] = row < rows && first + x < inner ? A[row * inner + first + x] : 0;
        tileB[k * kTile + x] = first + k < inner && column < columns ? B[(first + k) * columns + column] : 0;
      }
      block.sync();  // the tiles are complete
      for (int i = 0; i < kTile; ++i) {
        const float b = tileB[i * kTile + x];
        for (int k = 0; k < kOwn; ++k) sums[k] += tileA[(y + k * (kTile / kOwn)) * kTile + i] * b;
      }
      block.sync();  // nobody reads the tiles any more
    }
    for (int k = 0; k < kOwn; ++k) {
      const int row = first_row + y + k * (kTile / kOwn);
      if (row < rows && column < columns) C[row * columns + column] = sums[k];
    }
  }
}

inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  constexpr int kTile = 32;
  const int tiles = (columns + kTile - 1) / kTile * ((rows + kTile - 1) / kTile);
  if (tiles == 0) return;
  constexpr size_t kSharedBytes = 2 * kTile * kTile * sizeof(float);
  matmul_kernel<kTile><<<min(tiles, 2048), kBlockSize, kSharedBytes>>>(A, B, C, rows, inner, columns);
}
