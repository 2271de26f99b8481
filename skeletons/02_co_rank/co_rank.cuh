// Finds where a merge is after k outputs, so that threads can begin anywhere in C.
#pragma once

#include <mergelab/lab.cuh>

/// The co-rank of k: how many of the first k elements of the stable merge of A (m elements) and B (n
/// elements) come from A. For every k from 0 to m + n there is exactly one such i, and j = k - i come from B.
/// Ties take A first. Reads only A[0..m) and B[0..n), and compares at most 4 * ceil(log2(r + 1)) + 8 times,
/// where r = min(k, m) - max(0, k - n) is the greatest i that is possible minus the least.
__host__ __device__ inline int co_rank(int k, const value_t* A, int m, const value_t* B, int n) {
  // TODO 1 begin: low and high, the least and the greatest i that are possible for this k
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: narrow [low, high] by halves until one i is left, and return it
  LAB_TODO(2);
  return 0;
  // TODO 2 end
}
