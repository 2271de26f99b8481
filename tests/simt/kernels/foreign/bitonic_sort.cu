// Bitonic sort of 2^p elements: short distances in shared memory, long ones in global memory.
#include "host.cuh"

__device__ void order(int& a, int& b, bool ascending) {
  if ((a > b) == ascending) {
    const int swap = a;
    a = b;
    b = swap;
  }
}

// Sorts 2 * blockDim.x elements a block, in directions that alternate, as the next stage wants them.
__global__ void sort_in_blocks(int* data) {
  extern __shared__ int tile[];
  const unsigned size = 2 * blockDim.x, base = blockIdx.x * size, t = threadIdx.x;
  tile[t] = data[base + t];
  tile[t + blockDim.x] = data[base + t + blockDim.x];
  for (unsigned length = 2; length <= size; length *= 2) {
    for (unsigned distance = length / 2; distance > 0; distance /= 2) {
      __syncthreads();  // the step before is done
      const unsigned low = 2 * t - (t & (distance - 1));
      order(tile[low], tile[low + distance], ((base + low) & length) == 0);
    }
  }
  __syncthreads();  // the tile is sorted
  data[base + t] = tile[t];
  data[base + t + blockDim.x] = tile[t + blockDim.x];
}

__global__ void merge_step(int* data, unsigned length, unsigned distance) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned low = 2 * t - (t & (distance - 1));
  order(data[low], data[low + distance], (low & length) == 0);
}

// n is a power of two and a multiple of 2 * threads, also a power of two.
extern "C" void bitonic_sort(int* data, int n, int threads) {
  int* device = to_device(data, n);
  const int blocks = n / (2 * threads);
  sort_in_blocks<<<blocks, threads, 2 * threads * sizeof(int)>>>(device);
  for (unsigned length = 4 * threads; length <= static_cast<unsigned>(n); length *= 2) {
    for (unsigned distance = length / 2; distance > 0; distance /= 2) {
      merge_step<<<blocks, threads>>>(device, length, distance);
    }
  }
  to_host(data, device, n);
  CHECK(cudaFree(device));
}
