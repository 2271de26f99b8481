// Merges with many threads: each one finds its share of C with co_rank and merges it.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

// Whole warps, and enough of them per block that some can work while others wait for memory.
inline constexpr int kBasicBlockThreads = 256;
// A search is paid for by its outputs, which speaks for many; a warp's accesses lie that many elements apart,
// which speaks for few. On an H200, 8 ran about 2.5 times as fast as 32.
inline constexpr int kBasicOutputsPerThread = 8;

/// Thread t writes C[k_curr .. k_next), the t-th share of C. Needs a grid that covers all m + n outputs.
__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // TODO 1 begin: k_curr and k_next, where this thread's outputs begin and end; a thread whose outputs
  //               would begin at or past the end of C returns
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: i_curr, j_curr and i_next, j_next, where its inputs begin and end
  LAB_TODO(2);
  // TODO 2 end

  // TODO 3 begin: merge these inputs into C
  LAB_TODO(3);
  // TODO 3 end
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into the device array C (m + n
/// elements), stable, ties from A first, on the default stream. m + n is at most 2^31 - 1 and may be 0.
inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // TODO 4 begin: launch enough blocks of kBasicBlockThreads threads for all outputs; a grid of no blocks is
  //               an error
  LAB_TODO(4);
  // TODO 4 end
}
