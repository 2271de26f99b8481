// Loses: nothing. Each thread loads 16 bytes at once; each warp has its own bins, which the block adds up.
#pragma once

#include <cooperative_groups.h>

#include <mergelab/lab.cuh>

#include <cstdint>

namespace cg = cooperative_groups;

constexpr int kBins = 256;
constexpr int kThreads = 512;
constexpr int kWarps = kThreads / 32;
/// Bytes in one load.
constexpr int kWidth = sizeof(uint4);
/// A block merges kBins bins at its end: 16384 elements make that one addition for 64 elements.
constexpr int kPerBlock = kThreads * kWidth * 2;
constexpr int kMaxBlocks = 528;

/// Counts the four bytes of a word.
__device__ __forceinline__ void count_word(int* own, unsigned word) {
#pragma unroll
  for (int shift = 0; shift < 32; shift += 8) atomicAdd(&own[(word >> shift) & 0xffu], 1);
}

/// Adds the counts of data to bins, which must be 0 before. data may begin at any address.
__global__ void __launch_bounds__(kThreads)
    histogram_kernel(const unsigned char* __restrict__ data, int n, int* __restrict__ bins) {
  __shared__ int warp_bins[kWarps][kBins];  // warps that meet equal values don't wait for each other
  const cg::thread_block block = cg::this_thread_block();

  for (int k = block.thread_rank(); k < kWarps * kBins; k += block.size()) {
    warp_bins[k / kBins][k % kBins] = 0;
  }
  block.sync();  // all bins are 0 before any thread counts

  // data is `head` single bytes, `quads` groups of 16 bytes, and at most 15 single bytes.
  const unsigned misaligned = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) % kWidth);
  const int head = min(n, static_cast<int>((kWidth - misaligned) % kWidth));
  const int quads = (n - head) / kWidth;
  const int tail = head + quads * kWidth;

  int* own = warp_bins[block.thread_rank() / 32];
  const int thread = blockIdx.x * kThreads + block.thread_rank();
  const uint4* aligned = reinterpret_cast<const uint4*>(data + head);
  for (int q = thread; q < quads; q += gridDim.x * kThreads) {
    const uint4 four = __ldg(&aligned[q]);
    count_word(own, four.x);
    count_word(own, four.y);
    count_word(own, four.z);
    count_word(own, four.w);
  }
  if (thread < head) atomicAdd(&own[data[thread]], 1);
  if (thread < n - tail) atomicAdd(&own[data[tail + thread]], 1);
  block.sync();  // all elements are counted before any count is read

  for (int value = block.thread_rank(); value < kBins; value += block.size()) {
    int count = 0;
    for (int warp = 0; warp < kWarps; ++warp) count += warp_bins[warp][value];
    if (count > 0) atomicAdd(&bins[value], count);
  }
}

inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

inline void histogram(const unsigned char* data, int n, int* bins) {
  check(cudaMemset(bins, 0, kBins * sizeof(int)), "cudaMemset");
  if (n <= 0) return;
  const int blocks = min((n - 1) / kPerBlock + 1, kMaxBlocks);
  histogram_kernel<<<blocks, kThreads>>>(data, n, bins);
  check(cudaGetLastError(), "histogram_kernel");
}
