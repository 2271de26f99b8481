// Loses: nothing. Two pairs of tiles take turns, so that a round needs one barrier; an element of the next
// round is on its way while the threads multiply.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kTile = 16;

__global__ void matmul_kernel(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  __shared__ float tileA[2][kTile][kTile];
  __shared__ float tileB[2][kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + y;
  const int column = blockIdx.x * blockDim.x + x;

  auto element_of_A = [&](int i) { return row < rows && i < inner ? A[row * inner + i] : 0.0f; };
  auto element_of_B = [&](int i) { return i < inner && column < columns ? B[i * columns + column] : 0.0f; };

  float a = element_of_A(x), b = element_of_B(y);
  float sum = 0;
  int turn = 0;
  for (int first = 0; first < inner; first += kTile, turn = 1 - turn) {
    tileA[turn][y][x] = a;
    tileB[turn][y][x] = b;
    // The tiles of this round are complete. Nobody reads the other pair any more: its readers are at this
    // barrier.
    __syncthreads();
    a = element_of_A(first + kTile + x);
    b = element_of_B(first + kTile + y);
#pragma unroll
    for (int i = 0; i < kTile; ++i) sum += tileA[turn][y][i] * tileB[turn][i][x];
  }
  if (row < rows && column < columns) C[row * columns + column] = sum;
}

inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(kTile, kTile), grid((columns - 1) / kTile + 1, (rows - 1) / kTile + 1);
  matmul_kernel<<<grid, block>>>(A, B, C, rows, inner, columns);
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) fprintf(stderr, "matmul: %s\n", cudaGetErrorString(status));
}
