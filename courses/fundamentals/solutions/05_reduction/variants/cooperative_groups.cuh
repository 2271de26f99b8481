// Loses: nothing. Tiles of a warp add with cooperative groups, and a second launch of the kernel adds the
// sums of the blocks.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <mergelab/lab.cuh>

namespace cg = cooperative_groups;

inline constexpr int kBlockSize = 1024;
inline constexpr int kMaxBlocks = 512;

/// sums[b] becomes the sum of the elements of block b.
__global__ void reduce_kernel(const float* x, int n, float* sums) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  __shared__ float tile_sums[kBlockSize / 32];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += __ldg(x + i);
  own = cg::reduce(tile, own, cg::plus<float>());
  if (tile.thread_rank() == 0) tile_sums[tile.meta_group_rank()] = own;
  block.sync();  // all tiles have stored their sums
  if (tile.meta_group_rank() == 0) {
    own = cg::reduce(tile, tile_sums[tile.thread_rank()], cg::plus<float>());
    if (tile.thread_rank() == 0) sums[blockIdx.x] = own;
  }
}

inline void reduce(const float* x, int n, float* sum) {
  const int blocks = max(1, min((n + kBlockSize - 1) / kBlockSize, kMaxBlocks));
  float* sums = nullptr;
  cudaMalloc(&sums, blocks * sizeof(float));
  reduce_kernel<<<blocks, kBlockSize>>>(x, n, sums);
  reduce_kernel<<<1, kBlockSize>>>(sums, blocks, sum);
  cudaFree(sums);
}
