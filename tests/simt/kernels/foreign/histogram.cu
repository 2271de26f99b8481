// Counts of bytes: each block counts in shared memory and adds its counts to the grid's.
#include "host.cuh"

#define BINS 256

__global__ void histogram(const unsigned char* in, int n, unsigned int* bins) {
  __shared__ unsigned int local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();  // the bins are empty
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&local[in[i]], 1);
  __syncthreads();  // the block has counted
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    if (local[b] != 0) atomicAdd(&bins[b], local[b]);
  }
}

extern "C" void count_bytes(const unsigned char* in, int n, unsigned int* bins, int blocks, int threads) {
  unsigned char* device_in = to_device(in, n);
  unsigned int* device_bins = zeros_on_device<unsigned int>(BINS);
  histogram<<<blocks, threads>>>(device_in, n, device_bins);
  to_host(bins, device_bins, BINS);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_bins));
}
