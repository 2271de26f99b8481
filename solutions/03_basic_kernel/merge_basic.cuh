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
  const int total = m + n;
  const long long thread = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long first = thread * kBasicOutputsPerThread;  // past 2^31 in the last block of a large merge
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = total - k_curr > kBasicOutputsPerThread ? k_curr + kBasicOutputsPerThread : total;
  // TODO 1 end

  // TODO 2 begin: i_curr, j_curr and i_next, j_next, where its inputs begin and end
  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  // The share is the beginning of the merge of what follows A[i_curr] and B[j_curr]: no element of it lies
  // further off than the share is long, so a search from there takes 4 steps where one of all of A takes 24.
  const int i_next = i_curr + co_rank(k_next - k_curr, A + i_curr, m - i_curr, B + j_curr, n - j_curr);
  const int j_next = k_next - i_next;
  // TODO 2 end

  // TODO 3 begin: merge these inputs into C
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
  // TODO 3 end
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into the device array C (m + n
/// elements), stable, ties from A first, on the default stream. m + n is at most 2^31 - 1 and may be 0.
inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // TODO 4 begin: launch enough blocks of kBasicBlockThreads threads for all outputs; a grid of no blocks is
  //               an error
  const int total = m + n;
  if (total == 0) return;
  constexpr int kOutputsPerBlock = kBasicBlockThreads * kBasicOutputsPerThread;
  const int blocks = total / kOutputsPerBlock + (total % kOutputsPerBlock > 0 ? 1 : 0);
  merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, C);
  // TODO 4 end
}
