// Sums of an array: a tree in shared memory, and shuffles within warps.
#include "host.cuh"

__global__ void reduce_tree(const int* in, int n, int* sum) {
  extern __shared__ int scratch[];
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  scratch[threadIdx.x] = mine;
  __syncthreads();  // every thread's sum is there
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();  // this level of the tree is done
  }
  if (threadIdx.x == 0) atomicAdd(sum, scratch[0]);
}

__inline__ __device__ int warp_sum(int value) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void reduce_shuffle(const int* __restrict__ in, int n, int* sum) {
  __shared__ int warps[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  mine = warp_sum(mine);
  if (lane == 0) warps[warp] = mine;
  __syncthreads();  // every warp's sum is there
  if (warp == 0) {
    mine = lane < blockDim.x / warpSize ? warps[lane] : 0;
    mine = warp_sum(mine);
    if (lane == 0) atomicAdd(sum, mine);
  }
}

// The last block to finish adds up the others' sums: no second launch.
__global__ void reduce_last_block(const int* in, int n, int* partial, unsigned int* finished, int* sum) {
  __shared__ bool is_last;
  extern __shared__ int scratch[];
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  scratch[threadIdx.x] = mine;
  __syncthreads();  // every thread's sum is there
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();  // this level of the tree is done
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = scratch[0];
    __threadfence();  // the partial sum is seen before the count
    is_last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();  // is_last is known
  if (is_last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += static_cast<volatile int*>(partial)[b];
    *sum = total;
  }
}

// how: 0 tree, 1 shuffle, 2 last block
extern "C" int sum_array(const int* in, int n, int blocks, int threads, int how) {
  int* device_in = to_device(in, n);
  int* device_sum = zeros_on_device<int>(1);
  int* partial = zeros_on_device<int>(blocks);
  unsigned int* finished = zeros_on_device<unsigned int>(1);
  int sum = -1;
  if (how == 0) reduce_tree<<<blocks, threads, threads * sizeof(int)>>>(device_in, n, device_sum);
  if (how == 1) reduce_shuffle<<<blocks, threads>>>(device_in, n, device_sum);
  if (how == 2) {
    reduce_last_block<<<blocks, threads, threads * sizeof(int)>>>(device_in, n, partial, finished,
                                                                  device_sum);
  }
  to_host(&sum, device_sum, 1);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_sum));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(finished));
  return sum;
}
