// A histogram of bytes: each block counts in shared memory, and adds its counts to those of all.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kBins = 256;
inline constexpr int kPerBlock = 1024;

/// The block's part of data, added to bins, which are 0 before.
__global__ void histogram_kernel(const unsigned char* data, int n, int* bins) {
  // TODO 1 begin: set the block's own bins to 0, count in them, and add them to bins
  __shared__ int own[kBins];
  own[threadIdx.x] = 0;
  __syncthreads();
  const int first = blockIdx.x * kPerBlock;
  for (int i = first + threadIdx.x; i < n && i < first + kPerBlock; i += kBins) atomicAdd(&own[data[i]], 1);
  __syncthreads();
  if (own[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
  // TODO 1 end
}

/// bins[v] becomes the number of elements of data with the value v; device arrays of n and 256 elements.
inline void histogram(const unsigned char* data, int n, int* bins) {
  // TODO 2 begin: set bins to 0 and launch enough blocks of kBins threads
  cudaMemset(bins, 0, kBins * sizeof(int));
  const int blocks = (n + kPerBlock - 1) / kPerBlock;
  if (blocks > 0) histogram_kernel<<<blocks, kBins>>>(data, n, bins);
  // TODO 2 end
}
