// Counts how often each value of a byte occurs: blocks count in shared memory, then add their counts to bins.
#pragma once

#include <mergelab/lab.cuh>

/// One bin for each value of a byte.
constexpr int kBins = 256;
/// Threads per block. The kernel is right for any number: no loop relies on kThreads == kBins.
constexpr int kThreads = 256;
/// Elements for which one more block is worth its cost. A block zeroes and merges kBins bins, however little
/// it counts: with 4096 elements that is one addition to bins for 16 elements.
constexpr int kPerBlock = 4096;
/// More blocks than this add nothing: they already fill a GPU of a hundred multiprocessors. The blocks go
/// through larger arrays in several strides.
constexpr int kMaxBlocks = 1024;

/// Adds the counts of data (n elements) to bins, which must be 0 before. Any grid, any block.
__global__ void histogram_kernel(const unsigned char* data, int n, int* bins) {
  __shared__ int block_bins[kBins];  // the block's private histogram

  // TODO 1 begin: set block_bins to 0
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: count this block's elements in block_bins
  LAB_TODO(2);
  // TODO 2 end

  // TODO 3 begin: add block_bins to bins
  LAB_TODO(3);
  // TODO 3 end
}

/// Prints the error of a CUDA call that failed. A launch returns no status: cudaPeekAtLastError has it.
inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

/// bins[v] becomes the number of elements of data with the value v. Device arrays of n and kBins elements;
/// n may be 0. What bins held before does not matter.
inline void histogram(const unsigned char* data, int n, int* bins) {
  // TODO 4 begin: set bins to 0, then launch the kernel
  LAB_TODO(4);
  // TODO 4 end
}
