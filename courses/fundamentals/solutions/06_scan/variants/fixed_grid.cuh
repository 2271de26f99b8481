// Loses: nothing. Reduces, then scans: the first kernel only adds up, so that y is stored once. The grid has
// at most one block for each thread of a block, so that one block can scan all sums. Warps scan by shuffles,
// and each thread has four elements, which it loads at once.
#pragma once

#include <cooperative_groups.h>
#include <mergelab/lab.cuh>

namespace cg = cooperative_groups;

constexpr int kThreads = 512;
constexpr int kWarps = kThreads / 32;
constexpr int kTile = 4 * kThreads;  // elements that a block handles at a time

/// Returns the sum of `value` over the threads up to this one, and in `total` the sum over the block.
template <class T>
__device__ T scan_in_block(T value, T& total) {
  __shared__ T of_warps[kWarps];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int lane = static_cast<int>(warp.thread_rank());
  for (int step = 1; step < 32; step *= 2) {
    const T left = warp.shfl_up(value, step);
    if (lane >= step) value += left;
  }
  block.sync();  // the sums of an earlier call are read
  if (lane == 31) of_warps[warp.meta_group_rank()] = value;
  block.sync();  // the sums of all warps are there
  T before = 0;
  total = 0;
  for (unsigned int other = 0; other < kWarps; ++other) {
    if (other == warp.meta_group_rank()) before = total;
    total += of_warps[other];
  }
  return before + value;
}

/// Returns x[i] to x[i + 3], with zeros past the end.
__device__ inline float4 load4(const float* __restrict__ x, int i, int n) {
  if (i + 3 < n && reinterpret_cast<size_t>(x + i) % sizeof(float4) == 0) {
    return __ldg(reinterpret_cast<const float4*>(x + i));
  }
  return make_float4(i < n ? x[i] : 0, i + 1 < n ? x[i + 1] : 0, i + 2 < n ? x[i + 2] : 0,
                     i + 3 < n ? x[i + 3] : 0);
}

/// sums[b] becomes the sum of x[b * section] to the end of that section.
__global__ void __launch_bounds__(kThreads)
    add_up(const float* __restrict__ x, int n, int section, float* sums) {
  const int first = static_cast<int>(blockIdx.x) * section;
  const int end = min(n, first + section);
  float sum = 0;
  for (int i = first + 4 * static_cast<int>(threadIdx.x); i < end; i += kTile) {
    const float4 v = load4(x, i, end);
    sum += v.x + v.y + (v.z + v.w);
  }
  float total;
  scan_in_block(sum, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// In one block: replaces the sums, at most kThreads, by the sums of those before.
__global__ void __launch_bounds__(kThreads) scan_sums(float* sums, int count) {
  const int b = static_cast<int>(threadIdx.x);
  const float own = b < count ? sums[b] : 0;
  float total;
  const float up_to = scan_in_block(own, total);
  if (b + 1 < count) sums[b + 1] = up_to;
  if (b == 0) sums[0] = 0;
}

/// Scans a section, tile by tile.
__global__ void __launch_bounds__(kThreads)
    scan_sections(const float* __restrict__ x, int n, int section, const float* sums, float* __restrict__ y) {
  const int first = static_cast<int>(blockIdx.x) * section;
  const int end = min(n, first + section);
  float before = sums[blockIdx.x];
  for (int tile = first; tile < end; tile += kTile) {
    const int i = tile + 4 * static_cast<int>(threadIdx.x);
    float4 v = load4(x, i, end);
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float total;
    const float left = before + scan_in_block(v.w, total) - v.w;
    before += total;
    if (i + 3 < end && reinterpret_cast<size_t>(y + i) % sizeof(float4) == 0) {
      *reinterpret_cast<float4*>(y + i) = make_float4(left + v.x, left + v.y, left + v.z, left + v.w);
    } else {
      if (i < end) y[i] = left + v.x;
      if (i + 1 < end) y[i + 1] = left + v.y;
      if (i + 2 < end) y[i + 2] = left + v.z;
      if (i + 3 < end) y[i + 3] = left + v.w;
    }
  }
}

inline void scan(const float* x, int n, float* y) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  const int tiles_of_section = (tiles + kThreads - 1) / kThreads;
  const int section = tiles_of_section * kTile;
  const int blocks = (n + section - 1) / section;
  float* sums = nullptr;
  cudaMalloc(&sums, blocks * sizeof(float));
  add_up<<<blocks, kThreads>>>(x, n, section, sums);
  scan_sums<<<1, kThreads>>>(sums, blocks);
  scan_sections<<<blocks, kThreads>>>(x, n, section, sums, y);
  cudaFree(sums);
}
