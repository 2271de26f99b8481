// Loses: nothing. Each thread transposes 4 by 4 elements in its registers, and loads and stores them as
// float4. A warp has 8 threads across and 4 down: its loads are rows of 128 bytes, its stores rows of 64.
// Matrices whose rows are not whole float4 take the kernel with a tile.
#pragma once

#include <mergelab/lab.cuh>

#include <cstdint>

/// rows and columns are multiples of 4, and both arrays begin at multiples of 16 bytes.
__global__ void transpose_in_registers(const float4* in, float4* out, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;  // four columns of in
  const int y = blockIdx.y * blockDim.y + threadIdx.y;  // four rows of in
  if (4 * x >= columns || 4 * y >= rows) return;
  const float4 a = in[(4 * y + 0) * (columns / 4) + x];
  const float4 b = in[(4 * y + 1) * (columns / 4) + x];
  const float4 c = in[(4 * y + 2) * (columns / 4) + x];
  const float4 d = in[(4 * y + 3) * (columns / 4) + x];
  out[(4 * x + 0) * (rows / 4) + y] = make_float4(a.x, b.x, c.x, d.x);
  out[(4 * x + 1) * (rows / 4) + y] = make_float4(a.y, b.y, c.y, d.y);
  out[(4 * x + 2) * (rows / 4) + y] = make_float4(a.z, b.z, c.z, d.z);
  out[(4 * x + 3) * (rows / 4) + y] = make_float4(a.w, b.w, c.w, d.w);
}

__global__ void transpose_tiles(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][33];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
  __syncthreads();  // the tile is loaded before threads read what others loaded
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  if (out_row < columns && out_column < rows)
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}

inline void transpose(const float* in, float* out, int rows, int columns) {
  if (rows <= 0 || columns <= 0) return;
  const auto misaligned = (reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out)) % 16;
  if (rows % 4 == 0 && columns % 4 == 0 && misaligned == 0) {
    const dim3 block(8, 16);
    const dim3 grid((columns / 4 + 7) / 8, (rows / 4 + 15) / 16);
    transpose_in_registers<<<grid, block>>>(reinterpret_cast<const float4*>(in),
                                            reinterpret_cast<float4*>(out), rows, columns);
  } else {
    const dim3 block(32, 32);
    const dim3 grid((columns + 31) / 32, (rows + 31) / 32);
    transpose_tiles<<<grid, block>>>(in, out, rows, columns);
  }
}
