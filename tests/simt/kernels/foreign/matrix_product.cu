// C = A * B for matrices of any size, in tiles of shared memory.
#include "host.cuh"

// A is m x k, B is k x n.
template <int TILE>
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    const int a = t * TILE + threadIdx.x, b = t * TILE + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && a < k ? A[row * k + a] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = b < k && column < n ? B[b * n + column] : 0.0f;
    __syncthreads();  // both tiles are complete
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();  // both tiles are read and may be overwritten
  }
  if (row < m && column < n) C[row * n + column] = sum;
}

template <int TILE>
static void launch(const float* A, const float* B, float* C, int m, int n, int k) {
  const dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  multiply<TILE><<<grid, block>>>(A, B, C, m, n, k);
}

extern "C" void matrix_product(const float* A, const float* B, float* C, int m, int n, int k, int tile) {
  float *device_a = to_device(A, m * k), *device_b = to_device(B, k * n);
  float* device_c = zeros_on_device<float>(m * n);
  if (tile == 8) launch<8>(device_a, device_b, device_c, m, n, k);
  if (tile == 16) launch<16>(device_a, device_b, device_c, m, n, k);
  if (tile == 32) launch<32>(device_a, device_b, device_c, m, n, k);
  to_host(C, device_c, m * n);
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
}
