// Loses: nothing. Each block stores its sum, and the block that finishes last adds all of them, always in the
// same order: the result is the same in each run. Elements are loaded four at a time.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBlockSize = 128;
inline constexpr int kMaxBlocks = 1024;

__device__ float block_sums[kMaxBlocks];
__device__ unsigned blocks_done = 0;  // 0 again after each kernel

/// The sum of `value` over the block, in every thread of its first warp.
__device__ inline float block_sum(float value) {
  __shared__ float warp_sums[kBlockSize / 32];
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffff, value, lanes);
  __syncthreads();  // an earlier call's sums are read before they are overwritten
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = value;
  __syncthreads();  // all warps have stored their sums
  value = threadIdx.x < kBlockSize / 32 ? warp_sums[threadIdx.x] : 0;
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffff, value, lanes);
  return value;
}

__global__ void reduce_kernel(const float* x, int n, float* sum) {
  const int thread = blockIdx.x * kBlockSize + threadIdx.x;
  const int threads = gridDim.x * kBlockSize;
  const float4* fours = reinterpret_cast<const float4*>(x);
  float own = 0;
  for (int i = thread; i < n / 4; i += threads) {
    const float4 four = fours[i];
    own += (four.x + four.y) + (four.z + four.w);
  }
  if (thread < n % 4) own += x[n - 1 - thread];
  const float total = block_sum(own);

  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = total;
    __threadfence();  // the sum is visible to all blocks before this block counts as done
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();  // all threads know whether this block is the last
  if (!is_last) return;
  __threadfence();  // the sums of the other blocks are read after the count
  own = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += kBlockSize) own += block_sums[i];
  const float all = block_sum(own);
  if (threadIdx.x == 0) *sum = all;
}

inline void reduce(const float* x, int n, float* sum) {
  constexpr int kPerBlock = 8 * kBlockSize;
  const int blocks = max(1, min((n + kPerBlock - 1) / kPerBlock, kMaxBlocks));  // one also for n = 0
  reduce_kernel<<<blocks, kBlockSize>>>(x, n, sum);
}
