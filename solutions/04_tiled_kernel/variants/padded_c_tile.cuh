// Loses: nothing. Keeps the banks apart by gaps in tile C, one element after every 32, so that a share may be
// even.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// tile of a few hundred elements leaves each thread more than one output.
constexpr int kBlockSize = 128;

/// Where output k of a round is in tile C: shares that begin a power of two apart begin in different banks.
__host__ __device__ inline int padded(int k) { return k + k / 32; }

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 2 * tile + padded(tile - 1) + 1 elements.
__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ value_t tiles[];  // tile A, tile B, and tile C with its gaps
  __shared__ int bounds[2];           // the co-ranks of the section's two ends

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
  __shared__ int A_used;  // how many of this round's outputs come from A

  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    const int A_in_tile = min(tile, A_length - A_consumed);
    const int B_in_tile = min(tile, B_length - B_consumed);
    const int C_in_tile = min(tile, C_length - C_completed);
    for (int i = thread; i < A_in_tile; i += kBlockSize) tileA[i] = A[A_curr + A_consumed + i];
    for (int j = thread; j < B_in_tile; j += kBlockSize) tileB[j] = B[B_curr + B_consumed + j];
    __syncthreads();  // both tiles are loaded before they are searched; the last round's A_used has been read

    const int share = (tile + kBlockSize - 1) / kBlockSize;
    const int k_curr = min(thread * share, C_in_tile);
    const int k_next = min(k_curr + share, C_in_tile);
    int i = co_rank(k_curr, tileA, A_in_tile, tileB, B_in_tile);
    int j = k_curr - i;
    value_t head_A = i < A_in_tile ? tileA[i] : value_t{};
    value_t head_B = j < B_in_tile ? tileB[j] : value_t{};
    for (int k = k_curr; k < k_next; ++k) {
      const bool from_A = j >= B_in_tile || (i < A_in_tile && head_A <= head_B);
      tileC[padded(k)] = from_A ? head_A : head_B;
      if (from_A) {
        if (++i < A_in_tile) head_A = tileA[i];
      } else {
        if (++j < B_in_tile) head_B = tileB[j];
      }
    }
    if (k_curr < C_in_tile && k_next == C_in_tile) A_used = i;  // the thread with the last output knows
    __syncthreads();  // tile C and A_used are complete before they are read; tiles A and B may be overwritten

    for (int k = thread; k < C_in_tile; k += kBlockSize) C[C_curr + C_completed + k] = tileC[padded(k)];

    A_consumed += A_used;
    B_consumed += C_in_tile - A_used;
    C_completed += C_in_tile;
  }
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into C (m + n elements, below 2^31).
/// Stable: of equal elements, A's come first. Launches ceil((m + n) / section) blocks on the default stream
/// and returns. section and tile are at least 1; neither has to divide the other. A block uses at most
/// 3 * tile elements + 1 KiB of shared memory, which must fit the device.
inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  const int blocks = (m + n - 1) / section + 1;  // rounded up without a sum that could pass 2^31 - 1
  const size_t shared_bytes =
      (2 * static_cast<size_t>(tile) + static_cast<size_t>(padded(tile - 1)) + 1) * sizeof(value_t);

  // More than 48 KiB has to be asked for.
  cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
