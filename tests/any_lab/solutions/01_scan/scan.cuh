// Inclusive scan: blocks scan their parts, one block scans the blocks' sums, and each part adds what is
// before it.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kScanThreads = 256;

/// Scans this block's part of x to y, and stores the part's sum to sums[blockIdx.x].
__global__ void scan_parts(const float* x, int n, float* y, float* sums) {
  // TODO 1 begin: load x to shared memory, scan it in steps of 1, 2, 4, ..., and store the part
  __shared__ float part[kScanThreads];
  const int i = blockIdx.x * kScanThreads + threadIdx.x;
  const int t = threadIdx.x;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int step = 1; step < kScanThreads; step *= 2) {
    const float left = t >= step ? part[t - step] : 0;
    __syncthreads();
    part[t] += left;
    __syncthreads();
  }
  if (i < n) y[i] = part[t];
  if (t == kScanThreads - 1) sums[blockIdx.x] = part[t];
  // TODO 1 end
}

/// Replaces `count` sums by the sums before each of them; in one block.
__global__ void scan_sums(float* sums, int count) {
  // TODO 2 begin: one thread may do it
  if (threadIdx.x > 0) return;
  float before = 0;
  for (int block = 0; block < count; ++block) {
    const float sum = sums[block];
    sums[block] = before;
    before += sum;
  }
  // TODO 2 end
}

/// Adds to each part what is before it.
__global__ void add_sums(float* y, int n, const float* sums) {
  // TODO 3 begin
  const int i = blockIdx.x * kScanThreads + threadIdx.x;
  if (i < n) y[i] += sums[blockIdx.x];
  // TODO 3 end
}

/// y[i] becomes the sum of x[0] to x[i], for device arrays of n elements; `sums` has room for n / 256 + 1.
inline void scan(const float* x, int n, float* y, float* sums) {
  // TODO 4 begin: launch the kernels; a grid of no blocks is an error
  const int blocks = (n + kScanThreads - 1) / kScanThreads;
  if (blocks == 0) return;
  scan_parts<<<blocks, kScanThreads>>>(x, n, y, sums);
  scan_sums<<<1, 32>>>(sums, blocks);
  add_sums<<<blocks, kScanThreads>>>(y, n, sums);
  // TODO 4 end
}
