// Loses: nothing. Each thread makes 4 * 4 elements of C in registers, from tiles that are loaded four floats
// at a time where the rows allow it.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kSide = 64;      // of a block's tile of C
constexpr int kDepth = 16;     // columns of tile A, rows of tile B
constexpr int kOwn = 4;        // rows, and columns, of a thread's elements of C
constexpr int kThreads = 256;  // (kSide / kOwn)^2

/// Four neighbours of a row of a matrix from `column` on; 0 outside.
template <bool kVectors>
__device__ float4 load_four(const float* __restrict__ matrix, int rows, int columns, int row, int column) {
  if (kVectors && row < rows && column < columns) {
    return __ldg(reinterpret_cast<const float4*>(matrix + row * columns + column));
  }
  float four[4];
  for (int i = 0; i < 4; ++i) {
    const bool inside = row < rows && column + i < columns;
    four[i] = inside ? __ldg(matrix + row * columns + column + i) : 0.0f;
  }
  return make_float4(four[0], four[1], four[2], four[3]);
}

/// kVectors: A and B begin at a multiple of 16 bytes, and so does each of their rows.
template <bool kVectors>
__global__ void __launch_bounds__(kThreads)
    matmul_kernel(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int rows,
                  int inner, int columns) {
  __shared__ float tileA[kDepth][kSide + 4];  // transposed: the rows that a thread needs are neighbours
  __shared__ __align__(16) float tileB[kDepth][kSide];

  const int thread = static_cast<int>(threadIdx.x);
  const int first_row = static_cast<int>(blockIdx.y) * kSide;
  const int first_column = static_cast<int>(blockIdx.x) * kSide;
  const int own_row = thread / (kSide / kOwn) * kOwn;
  const int own_column = thread % (kSide / kOwn) * kOwn;
  float sums[kOwn][kOwn] = {};

  for (int first = 0; first < inner; first += kDepth) {
    // 64 * 16 elements of each tile: four for each thread.
    const int A_row = thread / (kDepth / 4), A_column = thread % (kDepth / 4) * 4;
    const float4 a = load_four<kVectors>(A, rows, inner, first_row + A_row, first + A_column);
    tileA[A_column][A_row] = a.x;
    tileA[A_column + 1][A_row] = a.y;
    tileA[A_column + 2][A_row] = a.z;
    tileA[A_column + 3][A_row] = a.w;
    const int B_row = thread / (kSide / 4), B_column = thread % (kSide / 4) * 4;
    *reinterpret_cast<float4*>(&tileB[B_row][B_column]) =
        load_four<kVectors>(B, inner, columns, first + B_row, first_column + B_column);
    __syncthreads();  // both tiles are complete

#pragma unroll
    for (int i = 0; i < kDepth; ++i) {
      float a_own[kOwn], b_own[kOwn];
      for (int k = 0; k < kOwn; ++k) a_own[k] = tileA[i][own_row + k];
      for (int k = 0; k < kOwn; ++k) b_own[k] = tileB[i][own_column + k];
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sums[y][x] = fmaf(a_own[y], b_own[x], sums[y][x]);
      }
    }
    __syncthreads();  // nobody reads the tiles any more
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + own_row + y, column = first_column + own_column + x;
      if (row < rows && column < columns) C[row * columns + column] = sums[y][x];
    }
  }
}

inline bool on_16_bytes(const void* pointer) {
  return reinterpret_cast<unsigned long long>(pointer) % 16 == 0;
}

inline void matmul(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kSide - 1) / kSide, (rows + kSide - 1) / kSide);
  if (inner % 4 == 0 && columns % 4 == 0 && on_16_bytes(A) && on_16_bytes(B)) {
    matmul_kernel<true><<<grid, kThreads>>>(A, B, C, rows, inner, columns);
  } else {
    matmul_kernel<false><<<grid, kThreads>>>(A, B, C, rows, inner, columns);
  }
}
