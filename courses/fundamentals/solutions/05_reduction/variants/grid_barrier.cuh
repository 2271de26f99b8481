// Loses: nothing. One cooperative launch: each block stores its sum, the grid waits, and the first block adds
// the sums of all. There are no more blocks than the device runs at once.
#pragma once

#include <cooperative_groups.h>

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 256;
inline constexpr int kMaxBlocks = 1024;

__device__ float block_sums[kMaxBlocks];

/// The sum of `value` over the threads of a block, in thread 0.
__device__ inline float block_sum(float value) {
  __shared__ float part[kBlockSize];
  part[threadIdx.x] = value;
  __syncthreads();  // all parts are stored before others read them
  for (int half = kBlockSize / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();  // the step is done before the next reads its sums
  }
  return part[0];
}

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  float own = 0;
  for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) own += x[i];
  const float total = block_sum(own);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = total;
  grid.sync();  // all blocks have stored their sums
  if (blockIdx.x > 0) return;
  own = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kBlockSize) own += block_sums[i];
  const float all = block_sum(own);
  if (threadIdx.x == 0) *sum = all;
}

inline void reduce(const float* x, int n, float* sum) {
  int device = 0, multiprocessors = 0, blocks_each = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, reduce_kernel, kBlockSize, 0);
  const int most = min(multiprocessors * blocks_each, kMaxBlocks);
  const int blocks = max(1, min((n + kBlockSize - 1) / kBlockSize, most));
  void* arguments[] = {&x, &n, &sum};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(reduce_kernel), blocks, kBlockSize, arguments);
}
