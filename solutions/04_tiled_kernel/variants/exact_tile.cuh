// Loses: search_reads. The lecture's kernel 2: loads exactly what a tile of C needs, and pays for it with two
// searches of global memory a tile.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// tile of a few hundred elements leaves each thread more than one output.
constexpr int kBlockSize = 128;

/// Block b merges the outputs of C[b * section, (b + 1) * section), in rounds of at most `tile` outputs.
/// Dynamic shared memory: 2 * tile elements.
__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                                   int tile) {
  extern __shared__ value_t tiles[];  // what a tile of C is made of, A's part then B's; and the tile of C
  __shared__ int bounds[2];           // the co-ranks of the tile's two ends

  const int thread = static_cast<int>(threadIdx.x);
  const int section_start = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - section_start);
  value_t* const tileC = tiles + tile;

  for (int C_completed = 0; C_completed < C_length;) {
    const int C_curr = section_start + C_completed;
    const int C_in_tile = min(tile, C_length - C_completed);
    if (thread < 2) bounds[thread] = co_rank(C_curr + thread * C_in_tile, A, m, B, n);
    __syncthreads();  // both co-ranks are found before they are read; the last tile of C is stored
    const int A_curr = bounds[0];
    const int A_in_tile = bounds[1] - bounds[0];
    const int B_curr = C_curr - A_curr;
    const int B_in_tile = C_in_tile - A_in_tile;
    value_t* const tileA = tiles;
    value_t* const tileB = tiles + A_in_tile;
    for (int i = thread; i < A_in_tile; i += kBlockSize) tileA[i] = A[A_curr + i];
    for (int j = thread; j < B_in_tile; j += kBlockSize) tileB[j] = B[B_curr + j];
    __syncthreads();  // both parts are loaded before they are searched; bounds has been read by all

    const int share = ((tile + kBlockSize - 1) / kBlockSize) | 1;  // odd: a warp's stores meet no bank twice
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
    __syncthreads();  // tile C is complete before it is read; the parts of A and B may be overwritten

    for (int k = thread; k < C_in_tile; k += kBlockSize) C[C_curr + k] = tileC[k];
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
  const size_t shared_bytes = 2 * static_cast<size_t>(tile) * sizeof(value_t);

  // More than 48 KiB has to be asked for.
  cudaFuncSetAttribute(merge_tiled_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared_bytes));
  merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
}
