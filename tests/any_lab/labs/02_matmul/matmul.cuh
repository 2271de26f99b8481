// The product of two matrices, in tiles of shared memory.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kTile = 16;

/// One block makes one tile of C.
__global__ void matmul_kernel(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  // TODO 1 begin: for each tile of A's rows and B's columns: load both, wait, multiply, wait
  LAB_TODO(1);
  // TODO 1 end
}

/// C = A * B for row-major device matrices of rows * inner, inner * columns and rows * columns elements.
inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  // TODO 2 begin: launch a block for each tile of C
  LAB_TODO(2);
  // TODO 2 end
}
