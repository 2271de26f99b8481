// Loses: nothing. Global memory is read and written 16 bytes at a time. A tile is in shared memory as its
// part of A, B or C is in global memory, so that both ends of a wide copy are aligned.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 128;
constexpr int kWide = sizeof(int4) / sizeof(value_t);  // elements of a wide copy

/// How many elements are between the last multiple of 16 bytes and `array`.
__device__ inline int phase(const value_t* array) {
  return static_cast<int>(reinterpret_cast<size_t>(array) % sizeof(int4) / sizeof(value_t));
}

/// All threads of the block copy `count` elements between arrays of the same phase.
__device__ inline void copy(value_t* to, const value_t* from, int count) {
  const int thread = static_cast<int>(threadIdx.x);
  const int head = min(count, (kWide - phase(from)) % kWide);  // up to the first multiple
  const int wide = (count - head) / kWide;
  if (thread < head) to[thread] = from[thread];
  for (int w = thread; w < wide; w += kBlockSize) {
    reinterpret_cast<int4*>(to + head)[w] = reinterpret_cast<const int4*>(from + head)[w];
  }
  const int tail = head + wide * kWide + thread;
  if (tail < count) to[tail] = from[tail];
}

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ __align__(16) value_t tiles[];  // tiles A, B and C, with room for a phase each
  __shared__ int bounds[2];
  __shared__ int A_used;

  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) bounds[thread] = co_rank(C_curr + thread * C_length, A, m, B, n);
  __syncthreads();  // both co-ranks are found before any thread reads them
  const int A_curr = bounds[0];
  const int A_length = bounds[1] - bounds[0];
  const int B_curr = C_curr - A_curr;
  const int B_length = C_length - A_length;
  const int room = (tile + 2 * kWide - 2) / kWide * kWide;  // of a tile, with its phase

  int A_consumed = 0;
  int B_consumed = 0;
  int C_completed = 0;
  while (C_completed < C_length) {
    const int A_in_tile = min(tile, A_length - A_consumed);
    const int B_in_tile = min(tile, B_length - B_consumed);
    const int C_in_tile = min(tile, C_length - C_completed);
    const value_t* const part_A = A + A_curr + A_consumed;
    const value_t* const part_B = B + B_curr + B_consumed;
    value_t* const part_C = C + C_curr + C_completed;
    value_t* const tileA = tiles + phase(part_A);
    value_t* const tileB = tiles + room + phase(part_B);
    value_t* const tileC = tiles + 2 * room + phase(part_C);
    copy(tileA, part_A, A_in_tile);
    copy(tileB, part_B, B_in_tile);
    __syncthreads();  // both tiles are loaded before they are searched; the last round's A_used has been read

    const int share = ((tile + kBlockSize - 1) / kBlockSize) | 1;
    const int k_curr = min(thread * share, C_in_tile);
    const int k_next = min(k_curr + share, C_in_tile);
    int i = co_rank(k_curr, tileA, A_in_tile, tileB, B_in_tile);
    int j = k_curr - i;
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
    if (k_curr < C_in_tile && k_next == C_in_tile) A_used = i;
    __syncthreads();  // tile C and A_used are complete before they are read; tiles A and B may be overwritten

    copy(part_C, tileC, C_in_tile);
    A_consumed += A_used;
    B_consumed += C_in_tile - A_used;
    C_completed += C_in_tile;
  }
}

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  const size_t shared_bytes = 3 * (static_cast<size_t>(tile) + 2 * kWide - 2) * sizeof(value_t);
  cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
