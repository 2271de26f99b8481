// Loses: lane_loads, launches, loads, stores, many_lane_loads, many_launches, many_loads, many_probes. A tree
// of two-way merges in device memory: a pass over all of it for each level of the tree, of which there are
// ceil(log2 k).
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreads = 256;
constexpr int kItems = 17;  // outputs of a thread

/// The run in which place p lies: the last one that begins at p or before.
__device__ inline int run_of(int p, const int* runs, int k) {
  int low = 0;
  int high = k;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (runs[middle] <= p) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// One level of the tree: merges `width` lists, which are one already, with the next `width`.
__global__ void merge_pairs_kernel(const value_t* in, const int* starts, int k, int width, int total,
                                   value_t* out) {
  const int thread = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  if (thread > (total - 1) / kItems) return;
  const int first = thread * kItems;
  const int last = first + min(kItems, total - first);
  int l = run_of(first, starts, k) / (2 * width) * (2 * width);
  for (int p = first; p < last; l += 2 * width) {
    const int middle = starts[min(l + width, k)];
    const int end = starts[min(l + 2 * width, k)];
    const int begin = starts[l];
    if (p == end) continue;
    int i = begin + co_rank(p - begin, in + begin, middle - begin, in + middle, end - middle);
    int j = middle + p - i;
    for (; p < min(end, last); ++p) {
      const bool from_i = j >= end || (i < middle && in[i] <= in[j]);
      out[p] = in[from_i ? i : j];
      i += from_i ? 1 : 0;
      j += from_i ? 0 : 1;
    }
  }
}

inline void k_way_merge(const value_t* lists, const int* starts, int k, int total, value_t* C) {
  if (total == 0) return;
  int levels = 1;  // one list is copied
  while (1 << levels < k) ++levels;
  value_t* other = nullptr;
  if (levels > 1) cudaMalloc(&other, static_cast<size_t>(total) * sizeof(value_t));
  const int threads = (total - 1) / kItems + 1;
  const value_t* in = lists;
  for (int level = 0; level < levels; ++level) {
    value_t* const out = (levels - level) % 2 == 1 ? C : other;  // the last level writes C
    merge_pairs_kernel<<<(threads - 1) / kThreads + 1, kThreads>>>(in, starts, k, 1 << level, total, out);
    in = out;
  }
  cudaFree(other);
}
