// The product of two matrices, in tiles of shared memory.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kTile = 16;

/// One block makes one tile of C.
__global__ void matmul_kernel(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  // TODO 1 begin: for each tile of A's rows and B's columns: load both, wait, multiply, wait
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < inner; first += kTile) {
    const int a_column = first + threadIdx.x;
    const int b_row = first + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < rows && a_column < inner ? A[row * inner + a_column] : 0;
    tile_b[threadIdx.y][threadIdx.x] = b_row < inner && column < columns ? B[b_row * columns + column] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) C[row * columns + column] = sum;
  // TODO 1 end
}

/// C = A * B for row-major device matrices of rows * inner, inner * columns and rows * columns elements.
inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  // TODO 2 begin: launch a block for each tile of C
  const dim3 block(kTile, kTile);
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  if (grid.x == 0 || grid.y == 0) return;
  matmul_kernel<<<grid, block>>>(A, B, C, rows, inner, columns);
  // TODO 2 end
}
