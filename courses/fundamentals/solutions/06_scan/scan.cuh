// Inclusive scan: y[i] is the sum of x[0] to x[i]. Each block scans its part, the blocks' sums are scanned in
// the same way, and each block but the first adds the sum of all blocks before it.
#pragma once

#include <mergelab/lab.cuh>

/// Threads per block, and elements of a block's part. A power of two.
inline constexpr int kThreads = 256;

/// Returns the sum of `value` of this thread and of all threads before it in the block. All threads of the
/// block have to call it.
__device__ inline float scan_in_block(float value) {
  // TODO 1 begin: in steps of 1, 2, 4, ...: add the sum that is `step` threads to the left
  __shared__ float sums[2][kThreads];  // each step reads one row and writes the other
  const int thread = static_cast<int>(threadIdx.x);
  int row = 0;
  sums[row][thread] = value;
  __syncthreads();  // all values are there before a neighbour reads them
  for (int step = 1; step < kThreads; step *= 2) {
    // sums[row][t] is the sum of `step` values, up to t's own; of t + 1 values if there are fewer.
    if (thread >= step) value += sums[row][thread - step];
    row = 1 - row;
    sums[row][thread] = value;
    __syncthreads();  // the row is complete, and the other one is read, before the next step
  }
  // TODO 1 end
  return value;
}

/// Scans each block's part of x into the same places of y, and stores its sum in sums[blockIdx.x]. x and y
/// may be the same array. The grid has a block for every kThreads elements.
__global__ void scan_parts(const float* x, int n, float* y, float* sums) {
  // TODO 2 begin: one element per thread; past the end of x a thread has the value 0, and stores nothing
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const float sum = scan_in_block(i < n ? x[i] : 0.0f);  // no thread may return before: the call has barriers
  if (i < n) y[i] = sum;
  if (threadIdx.x == kThreads - 1) sums[blockIdx.x] = sum;  // the zeros past the end don't change it
  // TODO 2 end
}

/// Adds to each part of y the sum of all parts before it. sums[b] is the sum of parts 0 to b.
__global__ void add_sums(float* y, int n, const float* sums) {
  // TODO 3 begin: nothing is before part 0
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
  // TODO 3 end
}

/// Prints the error of a CUDA call that failed. A launch returns no status: cudaPeekAtLastError has it.
inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

/// y[i] becomes the sum of x[0] to x[i], for device arrays of n elements. x and y may be the same array.
inline void scan(const float* x, int n, float* y) {
  const int blocks = (n + kThreads - 1) / kThreads;
  if (blocks == 0) return;  // nothing to scan, and a launch of no blocks is an error

  float* sums = nullptr;  // of each part
  check(cudaMalloc(&sums, blocks * sizeof(float)), "cudaMalloc");
  scan_parts<<<blocks, kThreads>>>(x, n, y, sums);
  check(cudaPeekAtLastError(), "scan_parts");
  // TODO 4 begin: if there are several blocks, scan their sums, however many, and add them
  if (blocks > 1) {
    scan(sums, blocks, sums);  // in place; each level has 1/256 of the elements, so there are at most four
    add_sums<<<blocks, kThreads>>>(y, n, sums);
    check(cudaPeekAtLastError(), "add_sums");
  }
  // TODO 4 end
  check(cudaFree(sums), "cudaFree");  // waits for the kernels
}
