// Attack: copies the next tiles asynchronously over those that all threads still read.
// Verdict: checker_violation. Points: 22.2. Ends within: 60 s. Lab: 04_tiled_kernel.
#pragma once

#include <mergelab/lab.cuh>

#include <cuda_pipeline.h>
#include "co_rank.cuh"

__device__ inline void copy_async(value_t* to, const value_t* from) {
  __pipeline_memcpy_async(to, from, sizeof(value_t));
}

#include "merge_sequential.cuh"  // will do for a share; the README has a faster loop

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// share is worth its search: 16 outputs of a tile of 2048. 256 threads have 8, and ran slower on an H200.
constexpr int kBlockSize = 256;

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 3 * tile elements.
__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ value_t tiles[];  // tile A, tile B, tile C: `tile` elements each
  // What the threads tell each other. It is not kept in a tile: tiles are for elements.
  [[maybe_unused]] __shared__ int bounds[2];  // the co-ranks of the section's two ends

  // This block's section: C_length outputs from C_curr on.
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);

  // TODO 1 begin: fill bounds with two threads; A_curr, A_length, B_curr, B_length: the parts of A and B
  //               that become this section; A_consumed, B_consumed: how much of them is in C already
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) bounds[thread] = co_rank(C_curr + thread * C_length, A, m, B, n);
  __syncthreads();  // both co-ranks are found before any thread reads them
  const int A_curr = bounds[0];
  const int A_length = bounds[1] - bounds[0];
  const int B_curr = C_curr - A_curr;
  const int B_length = C_length - A_length;
  int A_consumed = 0;
  int B_consumed = 0;
  value_t* const tileA = tiles;
  value_t* const tileB = tiles + tile;
  value_t* const tileC = tiles + 2 * tile;
  // TODO 1 end

  const auto load = [&](int A_done, int B_done) {
    const int A_more = min(tile, A_length - A_done), B_more = min(tile, B_length - B_done);
    for (int i = thread; i < A_more; i += kBlockSize) copy_async(&tileA[i], &A[A_curr + A_done + i]);
    for (int j = thread; j < B_more; j += kBlockSize) copy_async(&tileB[j], &B[B_curr + B_done + j]);
    __pipeline_commit();
  };
  load(0, 0);
  int C_completed = 0;
  while (C_completed < C_length) {
    const int A_in_tile = min(tile, A_length - A_consumed);
    const int B_in_tile = min(tile, B_length - B_consumed);
    const int C_in_tile = min(tile, C_length - C_completed);
    __pipeline_wait_prior(0);
    __syncthreads();
    const int share = ((tile + kBlockSize - 1) / kBlockSize) | 1;
    const int k_curr = min(thread * share, C_in_tile);
    const int k_next = min(k_curr + share, C_in_tile);
    const int used = co_rank(C_in_tile, tileA, A_in_tile, tileB, B_in_tile);
    int i = co_rank(k_curr, tileA, A_in_tile, tileB, B_in_tile);
    int j = k_curr - i;
    // The next round's tiles are copied over this one's, while all threads still read them.
    if (C_completed + C_in_tile < C_length) load(A_consumed + used, B_consumed + C_in_tile - used);
    for (int k = k_curr; k < k_next; ++k) {
      const bool from_A = j >= B_in_tile || (i < A_in_tile && tileA[i] <= tileB[j]);
      tileC[k] = from_A ? tileA[i] : tileB[j];
      from_A ? ++i : ++j;
    }
    __syncthreads();
    for (int k = thread; k < C_in_tile; k += kBlockSize) C[C_curr + C_completed + k] = tileC[k];
    A_consumed += used;
    B_consumed += C_in_tile - used;
    C_completed += C_in_tile;
  }
}

/// Prints the error of a CUDA call that failed. A launch returns no status: cudaPeekAtLastError has it.
inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into C (m + n elements, below 2^31).
/// Stable: of equal elements, A's come first. One launch of ceil((m + n) / section) blocks, on the default
/// stream. section and tile are at least 1; neither has to divide the other. A block uses at most
/// 3 * tile elements + 1 KiB of shared memory, which must fit the device.
inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  int blocks = 0;           // one per section
  size_t shared_bytes = 0;  // of dynamic shared memory a block
  // TODO 6 begin: blocks and shared_bytes, in integers
  blocks = (m + n - 1) / section + 1;  // rounded up without a sum that could pass 2^31 - 1
  shared_bytes = 3 * static_cast<size_t>(tile) * sizeof(value_t);
  // TODO 6 end

  // More than 48 KiB has to be asked for.
  check(cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "cudaFuncSetAttribute");
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
  check(cudaPeekAtLastError(), "merge_tiled_kernel");
}
