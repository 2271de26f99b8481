// Loses: plain, edges, order, ties, stability, extremes, boundaries, alignment, random, shape, large, rules,
// traffic. The refill reads on from what is consumed and forgets the elements that the tile still holds; more
// than half, because every second round refills.
// Told: "The refill goes on where loading stopped".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// tile of a few hundred elements leaves each thread more than one output.
constexpr int kBlockSize = 128;

/// A circular tile, seen as an array that begins at its oldest element.
struct CircularTile {
  value_t* slots;  // `size` elements of shared memory
  int size;
  int start;  // the slot of element 0, below size

  /// Where element i lies, for 0 <= i <= size.
  __device__ int slot(int i) const {
    const int unwrapped = start + i;
    return unwrapped < size ? unwrapped : unwrapped - size;  // below 2 * size, so one subtraction is enough
  }
  __device__ value_t& operator[](int i) const { return slots[slot(i)]; }
  /// The same tile, seen from element i on.
  __device__ CircularTile from(int i) const { return {slots, size, slot(i)}; }
};

/// co_rank of lab 2 for circular tiles that hold m and n elements.
__device__ inline int co_rank_circular(int k, CircularTile A, int m, CircularTile B, int n) {
  int low = max(0, k - n);
  int high = min(k, m);
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (A[i] <= B[k - i - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

/// merge_sequential of lab 1 from circular tiles into an array.
__device__ inline void merge_sequential_circular(CircularTile A, int m, CircularTile B, int n, value_t* C) {
  int i = 0;
  int j = 0;
  int k = 0;
  while (i < m && j < n) {
    if (A[i] <= B[j]) {
      C[k++] = A[i++];
    } else {
      C[k++] = B[j++];
    }
  }
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 3 * tile elements.
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, int tile) {
  extern __shared__ value_t tiles[];  // tile A, tile B, tile C: `tile` elements each
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
  int A_start = 0;  // the slot of the oldest element of A
  int B_start = 0;
  int A_kept = 0;  // how many elements are in the tile: with A_start alone, full would look like empty
  int B_kept = 0;
  value_t* const tileC = tiles + 2 * tile;
  __shared__ int A_used;  // how many of this round's outputs come from A

  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    const CircularTile tileA{tiles, tile, A_start};
    const CircularTile tileB{tiles + tile, tile, B_start};
    const int A_in_tile = min(tile, A_length - A_consumed);
    const int B_in_tile = min(tile, B_length - B_consumed);
    const int C_in_tile = min(tile, C_length - C_completed);
    for (int i = A_kept + thread; i < A_in_tile; i += kBlockSize)
      tileA[i] = A[A_curr + A_consumed + i - A_kept];
    for (int j = B_kept + thread; j < B_in_tile; j += kBlockSize)
      tileB[j] = B[B_curr + B_consumed + j - B_kept];
    __syncthreads();  // both tiles are loaded before they are searched; the last round's A_used has been read

    const int share = ((tile + kBlockSize - 1) / kBlockSize) | 1;  // odd: a warp's stores meet no bank twice
    const int k_curr = min(thread * share, C_in_tile);
    const int k_next = min(k_curr + share, C_in_tile);
    const int i_curr = co_rank_circular(k_curr, tileA, A_in_tile, tileB, B_in_tile);
    const int i_next = co_rank_circular(k_next, tileA, A_in_tile, tileB, B_in_tile);
    const int j_curr = k_curr - i_curr;
    const int j_next = k_next - i_next;
    merge_sequential_circular(tileA.from(i_curr), i_next - i_curr, tileB.from(j_curr), j_next - j_curr,
                              tileC + k_curr);
    if (k_curr < C_in_tile && k_next == C_in_tile) A_used = i_next;  // the thread with the last output knows
    __syncthreads();  // tile C and A_used are complete before they are read; used slots may be overwritten

    for (int k = thread; k < C_in_tile; k += kBlockSize) C[C_curr + C_completed + k] = tileC[k];
    const int B_used = C_in_tile - A_used;
    A_start = tileA.slot(A_used);
    B_start = tileB.slot(B_used);
    A_kept = A_in_tile - A_used;
    B_kept = B_in_tile - B_used;
    A_consumed += A_used;
    B_consumed += B_used;
    C_completed += C_in_tile;
  }
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into C (m + n elements, below 2^31), on
/// the terms of lab 4: stable, ceil((m + n) / section) blocks, at most 3 * tile elements + 1 KiB of shared
/// memory each, any section and tile of at least 1. Launches on the default stream and returns.
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  const int blocks = (m + n - 1) / section + 1;
  const size_t shared_bytes = 3 * static_cast<size_t>(tile) * sizeof(value_t);
  // More than 48 KiB has to be asked for.
  cudaFuncSetAttribute(merge_circular_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_circular_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
