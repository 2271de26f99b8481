// Loses: nothing. The scan of Brent and Kung: two sweeps over a tree in shared memory, with two elements per
// thread. It adds about twice per element, where the reference adds once in each step.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 128;        // of a block; a power of two
constexpr int kPart = 2 * kThreads;  // elements of a block

/// Scans `part` in place. All threads of the block have to call it; the results are visible to all of them.
__device__ inline void scan_part(float* part) {
  const int thread = static_cast<int>(threadIdx.x);
  // Up: the last element of each group of 2 * step becomes the sum of the group.
  for (int step = 1; step < kPart; step *= 2) {
    __syncthreads();  // the sums of the smaller groups are there
    const int last = (thread + 1) * 2 * step - 1;
    if (last < kPart) part[last] += part[last - step];
  }
  // Down: the end of each group knows its sum from the start of the part; so does then the middle of the
  // next.
  for (int step = kPart / 4; step > 0; step /= 2) {
    __syncthreads();  // the sums of the larger groups are there
    const int last = (thread + 1) * 2 * step - 1;
    if (last + step < kPart) part[last + step] += part[last];
  }
  __syncthreads();  // all sums are there before any thread reads them
}

/// Scans each block's part of x into the same places of y, and stores its sum in sums[blockIdx.x].
__global__ void scan_parts(const float* x, int n, float* y, float* sums) {
  __shared__ float part[kPart];
  const int first = static_cast<int>(blockIdx.x) * kPart;
  for (int k = static_cast<int>(threadIdx.x); k < kPart; k += kThreads)
    part[k] = first + k < n ? x[first + k] : 0;
  scan_part(part);
  for (int k = static_cast<int>(threadIdx.x); k < kPart; k += kThreads) {
    if (first + k < n) y[first + k] = part[k];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[kPart - 1];
}

/// Adds to each part of y but the first the sum of all parts before it.
__global__ void add_sums(float* y, int n, const float* sums) {
  const int part = static_cast<int>(blockIdx.x) + 1;
  const float before = sums[part - 1];
  for (int k = static_cast<int>(threadIdx.x); k < kPart; k += kThreads) {
    if (part * kPart + k < n) y[part * kPart + k] += before;
  }
}

inline void scan(const float* x, int n, float* y) {
  if (n == 0) return;
  const int parts = (n - 1) / kPart + 1;
  float* sums = nullptr;
  cudaMalloc(&sums, 2 * parts * sizeof(float));
  scan_parts<<<parts, kThreads>>>(x, n, y, sums);
  if (parts > 1) {
    scan(sums, parts, sums + parts);
    add_sums<<<parts - 1, kThreads>>>(y, n, sums + parts);
  }
  cudaFree(sums);
}
