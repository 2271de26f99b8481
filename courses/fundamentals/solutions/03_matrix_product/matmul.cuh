// Multiplies two matrices: each block makes a tile of C from tiles of A and B that it keeps in shared memory.
#pragma once

#include <mergelab/lab.cuh>

/// Rows and columns of a tile. A block has one thread for each element of its tile: 16 * 16 = 256. A larger
/// tile saves more loads: tiles of 32 need blocks of 1024 threads, or several elements for each thread.
constexpr int kTile = 16;

/// C = A * B. Block (x, y) makes the tile of C in tile row y and tile column x; thread (x, y) of the block
/// makes the element in row y and column x of that tile.
__global__ void matmul_kernel(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];

  // TODO 1 begin: row and column: this thread's element of C; sum: what it has of that element so far
  const int row = static_cast<int>(blockIdx.y) * kTile + static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * kTile + static_cast<int>(threadIdx.x);
  float sum = 0;  // of all rounds
  // TODO 1 end

  // Round by round along A's columns and B's rows: `first` is the round's first.
  for (int first = 0; first < inner; first += kTile) {
    // TODO 2 begin: load one element of each tile, 0 if it is outside A or B; then wait
    // threadIdx.x counts along a row of A and of B, so a warp loads neighbours.
    const int A_column = first + static_cast<int>(threadIdx.x);
    const int B_row = first + static_cast<int>(threadIdx.y);
    // A thread outside C loads too, or loads 0: the others of its block need its elements.
    const bool in_A = row < rows && A_column < inner;
    const bool in_B = B_row < inner && column < columns;
    tileA[threadIdx.y][threadIdx.x] = in_A ? A[row * inner + A_column] : 0;
    tileB[threadIdx.y][threadIdx.x] = in_B ? B[B_row * columns + column] : 0;
    __syncthreads();  // both tiles are complete before any thread reads them
    // TODO 2 end

    // TODO 3 begin: add the products of a row of tile A and a column of tile B to sum; then wait
    for (int i = 0; i < kTile; ++i) sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();  // all reads of the tiles are done before the next round loads over them
    // TODO 3 end
  }

  // TODO 4 begin: store sum, if this thread's element is in C
  if (row < rows && column < columns) C[row * columns + column] = sum;
  // TODO 4 end
}

/// Prints the error of a CUDA call that failed. A launch returns no status: cudaPeekAtLastError has it.
inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

/// C = A * B, for device matrices stored row by row: A has rows * inner elements, B inner * columns, C rows *
/// columns. Any size may be 0: C holds zeros if inner is 0. Fewer than 2^20 rows, and fewer than 2^31
/// elements in each matrix.
inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  // TODO 5 begin: launch a block for each tile of C, also for those that are only partly in C
  if (rows == 0 || columns == 0) return;  // nothing to make, and a launch of no blocks is an error
  const dim3 block(kTile, kTile);
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);  // x goes along a row of C
  matmul_kernel<<<grid, block>>>(A, B, C, rows, inner, columns);
  // TODO 5 end
  check(cudaPeekAtLastError(), "matmul_kernel");
}
