// Inclusive scan: blocks scan their parts, one block scans the blocks' sums, and each part adds what is
// before it.
#pragma once

#include <mergelab/lab.cuh>

inline constexpr int kScanThreads = 256;

/// Scans this block's part of x to y, and stores the part's sum to sums[blockIdx.x].
__global__ void scan_parts(const float* x, int n, float* y, float* sums) {
  // TODO 1 begin: load x to shared memory, scan it in steps of 1, 2, 4, ..., and store the part
  LAB_TODO(1);
  // TODO 1 end
}

/// Replaces `count` sums by the sums before each of them; in one block.
__global__ void scan_sums(float* sums, int count) {
  // TODO 2 begin: one thread may do it
  LAB_TODO(2);
  // TODO 2 end
}

/// Adds to each part what is before it.
__global__ void add_sums(float* y, int n, const float* sums) {
  // TODO 3 begin
  LAB_TODO(3);
  // TODO 3 end
}

/// y[i] becomes the sum of x[0] to x[i], for device arrays of n elements; `sums` has room for n / 256 + 1.
inline void scan(const float* x, int n, float* y, float* sums) {
  // TODO 4 begin: launch the kernels; a grid of no blocks is an error
  LAB_TODO(4);
  // TODO 4 end
}
