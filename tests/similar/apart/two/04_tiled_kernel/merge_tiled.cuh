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
  const int t = threadIdx.x;
  value_t *a_tile = &tiles[0], *b_tile = &tiles[tile], *c_tile = &tiles[2 * tile];
  for (int end = t; end < 2; end += kBlockSize)
    bounds[end] = co_rank(end == 0 ? C_curr : C_curr + C_length, A, m, B, n);
  __syncthreads();
  const value_t* a = A + bounds[0];
  const value_t* b = B + (C_curr - bounds[0]);
  int a_left = bounds[1] - bounds[0], b_left = C_length - a_left;
  // TODO 1 end

  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    // TODO 2 begin: A_in_tile, B_in_tile, C_in_tile: how much the tiles hold in this round; load A's and B's
    const int na = min(a_left, tile), nb = min(b_left, tile);
    for (int q = t; q < na; q += kBlockSize) a_tile[q] = a[q];
    for (int q = t; q < nb; q += kBlockSize) b_tile[q] = b[q];
    __syncthreads();
    // TODO 2 end

    // TODO 3 begin: merge this thread's share, outputs k_curr to k_next of the round, into tile C
    const int nc = min(tile, C_length - C_completed);
    const int from = static_cast<int>(static_cast<long long>(nc) * t / kBlockSize);
    const int to = static_cast<int>(static_cast<long long>(nc) * (t + 1) / kBlockSize);
    int ia = co_rank(from, a_tile, na, b_tile, nb), ib = from - ia;
    for (int q = from; q != to; ++q) {
      if (ib == nb || (ia != na && a_tile[ia] <= b_tile[ib]))
        c_tile[q] = a_tile[ia++];
      else
        c_tile[q] = b_tile[ib++];
    }
    if (t == kBlockSize - 1) A_used = ia;
    __syncthreads();
    // TODO 3 end

    // TODO 4 begin: store tile C, neighbouring threads to neighbouring places of C
    value_t* out = C + C_curr + C_completed;
    for (int q = t; q < nc; q += kBlockSize) out[q] = c_tile[q];
    // TODO 4 end

    // TODO 5 begin: advance A_consumed, B_consumed and C_completed by what this round took and made
    const int used_a = A_used, used_b = nc - used_a;
    a += used_a;
    b += used_b;
    a_left -= used_a;
    b_left -= used_b;
    C_completed += nc;
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
  blocks = (m + n) / section + ((m + n) % section != 0 ? 1 : 0);
  shared_bytes = sizeof(value_t) * (static_cast<size_t>(tile) + tile + tile);
  // TODO 6 end

  // More than 48 KiB has to be asked for.
  check(cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "cudaFuncSetAttribute");
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
  check(cudaPeekAtLastError(), "merge_tiled_kernel");
}
