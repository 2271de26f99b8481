// The sum of an array: each thread adds some elements, each warp adds its threads' sums by shuffles, each
// block its warps' sums through shared memory, and one atomic addition per block makes the sum of all.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kWarpSize = 32;
inline constexpr int kBlockSize = 256;  // threads per block: a multiple of the warp, at most 1024
inline constexpr int kPerThread = 16;   // elements per thread, unless there are too many for kMaxBlocks
inline constexpr int kMaxBlocks = 2048;
inline constexpr unsigned kAllLanes = 0xffffffff;

/// The sum of `value` over the 32 lanes of a warp, in lane 0. All lanes have to call it together.
__device__ inline float warp_sum(float value) {
  // TODO 1 begin: in each step, add what a lane at a distance holds: 16, then 8, 4, 2 and 1
  LAB_TODO(1);
  return 0;
  // TODO 1 end
}

/// The sum of `value` over the threads of a block, in thread 0. All threads have to call it, once per kernel.
__device__ inline float block_sum(float value) {
  // TODO 2 begin: the sum of each warp to shared memory; a barrier; the first warp adds these sums
  LAB_TODO(2);
  return 0;
  // TODO 2 end
}

/// Adds the sum of x to *sum, which is 0 before. For any number of blocks of kBlockSize threads.
__global__ void reduce_kernel(const float* x, int n, float* sum) {
  // TODO 3 begin: this thread's elements, a grid apart; the sum of the block; one atomicAdd per block
  LAB_TODO(3);
  // TODO 3 end
}

/// *sum becomes the sum of x[0] to x[n - 1], or 0 if n is 0. x and sum are in device memory.
inline void reduce(const float* x, int n, float* sum) {
  // TODO 4 begin: set *sum to 0, and launch enough blocks; a grid of no blocks is an error
  LAB_TODO(4);
  // TODO 4 end
}
