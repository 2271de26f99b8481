// Merges two sorted arrays with one thread block per section of C, a tile at a time in shared memory.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"  // will do for a share; the README has a faster loop

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// share is worth its search: 16 outputs of a tile of 2048. 256 threads have 8, and ran slower on an H200.
constexpr int kBlockSize = 128;

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 3 * tile elements.
__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ value_t tiles[];  // tile A, tile B, tile C: `tile` elements each
  // What the threads tell each other. It is not kept in a tile: tiles are for elements.
  [[maybe_unused]] __shared__ int bounds[2];  // the co-ranks of the section's two ends
  [[maybe_unused]] __shared__ int A_used;     // how many of a round's outputs come from A

  // This block's section: C_length outputs from C_curr on.
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);

  // TODO 1 begin: fill bounds with two threads; A_curr, A_length, B_curr, B_length: the parts of A and B
  //               that become this section; A_consumed, B_consumed: how much of them is in C already
  value_t* sA = tiles;
  value_t* sB = sA + tile;
  value_t* sC = sB + tile;
  if (threadIdx.x == 0) bounds[0] = co_rank(C_curr, A, m, B, n);
  if (threadIdx.x == 32) bounds[1] = co_rank(C_curr + C_length, A, m, B, n);
  __syncthreads();
  int A_curr = bounds[0], A_length = bounds[1] - bounds[0];
  int B_curr = C_curr - A_curr, B_length = C_length - A_length;
  int A_consumed = 0, B_consumed = 0;
  // TODO 1 end

  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    // TODO 2 begin: A_in_tile, B_in_tile, C_in_tile: how much the tiles hold in this round; load A's and B's
    int A_in_tile = A_length - A_consumed;
    if (A_in_tile > tile) A_in_tile = tile;
    int B_in_tile = B_length - B_consumed;
    if (B_in_tile > tile) B_in_tile = tile;
    int C_in_tile = C_length - C_completed;
    if (C_in_tile > tile) C_in_tile = tile;
    for (int x = threadIdx.x; x < tile; x += blockDim.x) {
      if (x < A_in_tile) sA[x] = A[A_curr + A_consumed + x];
      if (x < B_in_tile) sB[x] = B[B_curr + B_consumed + x];
    }
    __syncthreads();
    // TODO 2 end

    // TODO 3 begin: merge this thread's share, outputs k_curr to k_next of the round, into tile C
    int chunk = (C_in_tile + blockDim.x - 1) / blockDim.x;
    int k_curr = threadIdx.x * chunk;
    if (k_curr > C_in_tile) k_curr = C_in_tile;
    int k_next = k_curr + chunk;
    if (k_next > C_in_tile) k_next = C_in_tile;
    int i_curr = co_rank(k_curr, sA, A_in_tile, sB, B_in_tile);
    int i_next = co_rank(k_next, sA, A_in_tile, sB, B_in_tile);
    merge_sequential(sA + i_curr, i_next - i_curr, sB + (k_curr - i_curr),
                     (k_next - i_next) - (k_curr - i_curr), sC + k_curr);
    if (threadIdx.x == blockDim.x - 1) A_used = i_next;
    __syncthreads();
    // TODO 3 end

    // TODO 4 begin: store tile C, neighbouring threads to neighbouring places of C
    for (int x = threadIdx.x; x < C_in_tile; x += blockDim.x) C[C_curr + C_completed + x] = sC[x];
    // TODO 4 end

    // TODO 5 begin: advance A_consumed, B_consumed and C_completed by what this round took and made
    A_consumed += A_used;
    B_consumed += C_in_tile - A_used;
    C_completed += C_in_tile;
    __syncthreads();
    // TODO 5 end
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
  blocks = (int)(((long long)m + n + section - 1) / section);
  shared_bytes = sizeof(value_t) * tile * 3;
  // TODO 6 end

  // More than 48 KiB has to be asked for.
  check(cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "cudaFuncSetAttribute");
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
  check(cudaPeekAtLastError(), "merge_tiled_kernel");
}
