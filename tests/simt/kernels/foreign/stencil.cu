// Stencils: one dimension through shared memory with a halo, and seven points in three dimensions.
#include "host.cuh"

#define RADIUS 3

__constant__ int weights[2 * RADIUS + 1];

__global__ void stencil_1d(const int* in, int* out, int n) {
  extern __shared__ int tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + RADIUS;
  tile[t] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    const int left = i - RADIUS, right = i + static_cast<int>(blockDim.x);
    tile[t - RADIUS] = left >= 0 && left < n ? in[left] : 0;
    tile[t + blockDim.x] = right < n ? in[right] : 0;
  }
  __syncthreads();  // the tile and its halo are there
  if (i >= n) return;
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; ++d) sum += weights[d + RADIUS] * tile[t + d];
  out[i] = sum;
}

// Borders keep their values.
__global__ void stencil_3d(const float* in, float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const int row = nx, plane = nx * ny, i = z * plane + y * row + x;
  if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - plane] + in[i + plane] - 6 * in[i];
}

extern "C" void weighted_sums(const int* in, int* out, int n, const int* seven_weights, int threads) {
  int* device_in = to_device(in, n);
  int* device_out = zeros_on_device<int>(n);
  CHECK(cudaMemcpyToSymbol(weights, seven_weights, sizeof(weights)));
  const size_t shared = (threads + 2 * RADIUS) * sizeof(int);
  stencil_1d<<<(n + threads - 1) / threads, threads, shared>>>(device_in, device_out, n);
  to_host(out, device_out, n);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
}

extern "C" void laplace(const float* in, float* out, int nx, int ny, int nz, int bx, int by, int bz) {
  float* device_in = to_device(in, nx * ny * nz);
  float* device_out = zeros_on_device<float>(nx * ny * nz);
  const dim3 block(bx, by, bz), grid((nx + bx - 1) / bx, (ny + by - 1) / by, (nz + bz - 1) / bz);
  stencil_3d<<<grid, block>>>(device_in, device_out, nx, ny, nz);
  to_host(out, device_out, nx * ny * nz);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
}
