// Attack: each thread keeps its part of a whole section in local arrays, which need no shared memory.
// Verdict: too_slow. Points: 14.8. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 128;

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 3 * tile elements.
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, int tile) {
  extern __shared__ value_t tiles[];  // tile A, tile B, tile C: `tile` elements each
  // What the threads tell each other. It is not kept in a tile: tiles are for elements.
  [[maybe_unused]] __shared__ int bounds[2];  // the co-ranks of the section's two ends
  [[maybe_unused]] __shared__ int A_used;     // how many of a round's outputs come from A

  // This block's section: C_length outputs from C_curr on.
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);

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

  // The whole section, in memory of the threads' own.
  value_t own_A[128], own_B[128];
  for (int x = thread, at = 0; x < A_length; x += kBlockSize, ++at) own_A[at] = A[A_curr + x];
  for (int x = thread, at = 0; x < B_length; x += kBlockSize, ++at) own_B[at] = B[B_curr + x];
  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    const int A_in_tile = min(tile, A_length - A_consumed);
    const int B_in_tile = min(tile, B_length - B_consumed);
    const int C_in_tile = min(tile, C_length - C_completed);
    for (int at = (A_consumed - thread + kBlockSize - 1) / kBlockSize, x;
         (x = thread + at * kBlockSize - A_consumed) < A_in_tile; ++at)
      tileA[x] = own_A[at];
    for (int at = (B_consumed - thread + kBlockSize - 1) / kBlockSize, x;
         (x = thread + at * kBlockSize - B_consumed) < B_in_tile; ++at)
      tileB[x] = own_B[at];
    __syncthreads();  // both tiles are loaded before they are searched; the last round's A_used has been read

    const int share = ((tile + kBlockSize - 1) / kBlockSize) | 1;  // odd: a warp's stores meet no bank twice
    const int k_curr = min(thread * share, C_in_tile);
    const int k_next = min(k_curr + share, C_in_tile);
    int i = co_rank(k_curr, tileA, A_in_tile, tileB, B_in_tile);
    int j = k_curr - i;
    // What merge_sequential does, but each element is read once, into a register, and the loop goes round as
    // often as the other threads' loops: a warp stays in step.
    value_t head_A = i < A_in_tile ? tileA[i] : value_t{};
    value_t head_B = j < B_in_tile ? tileB[j] : value_t{};
    for (int k = k_curr; k < k_next; ++k) {
      const bool from_A = j >= B_in_tile || (i < A_in_tile && head_A <= head_B);
      tileC[k] = from_A ? head_A : head_B;
      if (from_A) {
        if (++i < A_in_tile) head_A = tileA[i];
      } else {
        if (++j < B_in_tile) head_B = tileB[j];
      }
    }
    if (k_curr < C_in_tile && k_next == C_in_tile) A_used = i;  // the thread with the last output knows
    __syncthreads();  // tile C and A_used are complete before they are read; tiles A and B may be overwritten

    for (int k = thread; k < C_in_tile; k += kBlockSize) C[C_curr + C_completed + k] = tileC[k];

    A_consumed += A_used;
    B_consumed += C_in_tile - A_used;
    C_completed += C_in_tile;
  }
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  int blocks = 0;                      // one per section
  size_t shared_bytes = 0;             // of dynamic shared memory a block
  blocks = (m + n - 1) / section + 1;  // rounded up without a sum that could pass 2^31 - 1
  shared_bytes = 3 * static_cast<size_t>(tile) * sizeof(value_t);

  // More than 48 KiB has to be asked for.
  cudaFuncSetAttribute(merge_circular_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_circular_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
