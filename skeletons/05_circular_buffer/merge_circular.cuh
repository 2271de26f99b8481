// Merges two sorted arrays as the tiled kernel does, but loads each of their elements once, into circular
// tiles. It uses virtual indices: A_consumed and A_loaded count from the section's start and
// never wrap; only the slots of a tile do.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

/// Threads per block. Four warps, so that some can work while others wait for memory, and few enough that a
/// share is worth its search: 16 outputs of a tile of 2048. 256 threads have 8, and ran slower on an H200.
constexpr int kBlockSize = 128;

/// A circular tile, seen as an array that begins at its oldest element.
struct CircularTile {
  value_t* slots;  // `size` elements of shared memory
  int size;
  int start;  // the slot of element 0, below size

  /// The slot of element i, for 0 <= i <= size.
  __device__ int slot(int i) const {
    // TODO 1 begin: start + i, wrapped at the end of the slots
    LAB_TODO(1);
    return 0;
    // TODO 1 end
  }
  __device__ value_t& operator[](int i) const { return slots[slot(i)]; }
  /// Element 0, which must exist, without the arithmetic of slot.
  __device__ value_t& first() const { return slots[start]; }
  /// The same tile, seen from element i on.
  __device__ CircularTile from(int i) const { return {slots, size, slot(i)}; }
};

/// co_rank of lab 2 for circular tiles that hold m and n elements.
__device__ inline int co_rank_circular(int k, CircularTile A, int m, CircularTile B, int n) {
  // TODO 2 begin: as in lab 2: the tiles look like arrays
  LAB_TODO(2);
  return 0;
  // TODO 2 end
}

/// The first `count` outputs of the merge of two circular tiles that hold m and n elements, into an array.
/// Returns how many of them come from A.
__device__ inline int merge_sequential_circular(CircularTile A, int m, CircularTile B, int n, value_t* C,
                                                int count) {
  // TODO 3 begin: as in lab 1, but stop after `count` outputs
  LAB_TODO(3);
  return 0;
  // TODO 3 end
}

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

  // TODO 4 begin: bounds, A_curr, A_length, B_curr, B_length and the consumed counts, as in lab 4;
  //               A_loaded, B_loaded: how much of each part has been loaded; the two circular tiles
  LAB_TODO(4);
  // TODO 4 end

  int C_completed = 0;  // outputs of the section that are in C already
  while (C_completed < C_length) {
    // TODO 5 begin: load what the two tiles lack, and nothing twice
    LAB_TODO(5);
    // TODO 5 end

    // TODO 6 begin: merge this thread's share, outputs k_curr to k_next of the round, into tile C
    LAB_TODO(6);
    // TODO 6 end

    // TODO 7 begin: store tile C as in lab 4, and advance the tiles, A_consumed, B_consumed and C_completed
    LAB_TODO(7);
    // TODO 7 end
  }
}

/// Prints the error of a CUDA call that failed. A launch returns no status: cudaPeekAtLastError has it.
inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into C (m + n elements, below 2^31), as
/// in lab 4: stable, ceil((m + n) / section) blocks, at most 3 * tile elements + 1 KiB of shared
/// memory each, any section and tile of at least 1. Launches one kernel on the default stream and returns.
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  const int blocks = (m + n - 1) / section + 1;
  const size_t shared_bytes = 3 * static_cast<size_t>(tile) * sizeof(value_t);
  // More than 48 KiB has to be asked for.
  check(cudaFuncSetAttribute(merge_circular_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "cudaFuncSetAttribute");
  merge_circular_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);
  check(cudaPeekAtLastError(), "merge_circular_kernel");
}
