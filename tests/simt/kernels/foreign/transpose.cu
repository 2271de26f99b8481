// Transposes a matrix: naively, through a tile of shared memory, and through one whose rows are padded by an
// element, so that the lanes that read a column meet in no bank.
#include "host.cuh"

#define TILE 32

__global__ void transpose_naive(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int y = blockIdx.y * TILE + threadIdx.y; y < height && y < (blockIdx.y + 1) * TILE; y += blockDim.y) {
    if (x < width) out[x * height + y] = in[y * width + x];
  }
}

template <int PAD>
__global__ void transpose_tiled(const float* in, float* out, int width, int height) {
  __shared__ float tile[TILE][TILE + PAD];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += blockDim.y) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  }
  __syncthreads();  // the tile is complete
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += blockDim.y) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// how: 0 naive, 1 tiled, 2 padded; `rows` (of threads in a block) divides 32
extern "C" void transpose(const float* in, float* out, int width, int height, int rows, int how) {
  float* device_in = to_device(in, width * height);
  float* device_out = zeros_on_device<float>(width * height);
  const dim3 block(TILE, rows), grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  if (how == 0) transpose_naive<<<grid, block>>>(device_in, device_out, width, height);
  if (how == 1) transpose_tiled<0><<<grid, block>>>(device_in, device_out, width, height);
  if (how == 2) transpose_tiled<1><<<grid, block>>>(device_in, device_out, width, height);
  to_host(out, device_out, width * height);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
}
