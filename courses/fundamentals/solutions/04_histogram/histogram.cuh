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
  for (int value = threadIdx.x; value < kBins; value += blockDim.x) block_bins[value] = 0;
  __syncthreads();  // all bins are 0 before any thread counts
  // TODO 1 end

  // TODO 2 begin: count this block's elements in block_bins
  // Neighbouring threads read neighbouring bytes. i is unsigned, because it passes n by up to one stride,
  // which may be past the largest int.
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<unsigned>(n); i += stride) {
    atomicAdd(&block_bins[data[i]], 1);
  }
  __syncthreads();  // all elements are counted before any count is read
  // TODO 2 end

  // TODO 3 begin: add block_bins to bins
  for (int value = threadIdx.x; value < kBins; value += blockDim.x) {
    const int count = block_bins[value];
    if (count > 0) atomicAdd(&bins[value], count);  // skewed data leaves most bins empty
  }
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
  check(cudaMemset(bins, 0, kBins * sizeof(int)), "cudaMemset");
  if (n == 0) return;  // a launch of no blocks is an error
  const int blocks = min((n - 1) / kPerBlock + 1, kMaxBlocks);
  histogram_kernel<<<blocks, kThreads>>>(data, n, bins);
  check(cudaPeekAtLastError(), "histogram_kernel");
  // TODO 4 end
}
