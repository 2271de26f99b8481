// How a block of device_merge_sort sorts a tile: a share per thread in registers, then merges in shared
// memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../device_merge/tile_blocks.cuh"
#include "shapes.cuh"

namespace mergelab::detail {

/// Sorts kItems keys in registers, by exchanging neighbours, so equal keys keep their order.
template <int kItems, class Key, class Compare>
__device__ __forceinline__ void sort_share(Key (&items)[kItems], Compare less) {
#pragma unroll
  for (int round = 0; round < kItems; ++round) {
#pragma unroll
    for (int x = round % 2; x + 1 < kItems; x += 2) {
      const Key left = items[x], right = items[x + 1];
      const bool exchange = less(right, left);
      items[x] = exchange ? right : left;
      items[x + 1] = exchange ? left : right;
    }
  }
}

/// Two facing runs in shared memory: the first forward from `begin` on, the second behind it, backward from
/// its end. So behind the end of one is the greatest key of the other, which may be read.
struct FacingRuns {
  int begin, of_A, of_B;
};

/// Merges two facing runs: `items` become the outputs k, k + 1, ... Behind their end are keys of theirs, or
/// of the kItems before `begin`, which may be read.
template <int kItems, class Key, class Compare>
__device__ __forceinline__ void merge_facing(const Key* keys, const FacingRuns& runs, int k,
                                             Key (&items)[kItems], Compare less) {
  const int end_A = runs.begin + runs.of_A, last = end_A + runs.of_B - 1;
  int low = k > runs.of_B ? k - runs.of_B : 0, high = k < runs.of_A ? k : runs.of_A;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (!less(keys[last - (k - 1 - middle)], keys[runs.begin + middle]))
      low = middle + 1;
    else
      high = middle;
  }
  int at_A = runs.begin + low, at_B = last - (k - low);
  Key a = keys[at_A], b = keys[at_B];
#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    // At the end of the second run b is the first one's greatest, so it isn't less. At the end of the first,
    // a may equal the rest of the second, and must come later.
    const bool takes_B = less(b, a) || at_A >= end_A;
    items[x] = takes_B ? b : a;
    at_A += takes_B ? 0 : 1;
    at_B -= takes_B ? 1 : 0;
    if (x + 1 < kItems) {
      const Key next = keys[takes_B ? at_B : at_A];
      a = takes_B ? a : next;
      b = takes_B ? next : b;
    }
  }
}

/// Returns a block's greatest key; `greatest` has one per thread.
template <int kThreads, class Key, class Compare>
__device__ Key greatest_of_block(Key* keys, Key greatest, Compare less) {
  const int thread = static_cast<int>(threadIdx.x);
  keys[thread] = greatest;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();  // the greatest keys of twice as many threads are ready
    if (thread < half && less(keys[thread], keys[thread + half])) keys[thread] = keys[thread + half];
  }
  __syncthreads();  // the greatest key is ready
  greatest = keys[0];
  __syncthreads();  // all have read it before the tile replaces it
  return greatest;
}

/// A barrier for each group of `threads` consecutive threads, a power of two.
__device__ __forceinline__ void wait_for_neighbours(int threads) {
  if (threads <= 32)
    __syncwarp();
  else
    __syncthreads();
}

/// Block t sorts tile t of A into the same places of `to`.
template <class S, class Key, class Compare>
__global__ void __launch_bounds__((S::kThreads), blocks_asked_for(S::kBlocks))
    sort_tiles_kernel(const Key* A, std::int64_t m, Key* to, Compare less) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  Key* const keys = reinterpret_cast<Key*>(merge_memory);
  const std::int64_t first_of_tile = std::int64_t{blockIdx.x} * S::kTile;
  const int thread = static_cast<int>(threadIdx.x);
  const int length = m - first_of_tile < S::kTile ? static_cast<int>(m - first_of_tile) : S::kTile;
  Key items[S::kItems];
  let_next_kernel_start();
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) {
    const int p = x * S::kThreads + thread;
    items[x] = A[first_of_tile + (p < length ? p : length - 1)];
  }
  if (length < S::kTile) {
    Key greatest = items[0];
#pragma unroll
    for (int x = 1; x < S::kItems; ++x)
      if (less(greatest, items[x])) greatest = items[x];
    greatest = greatest_of_block<S::kThreads>(keys, greatest, less);
#pragma unroll
    for (int x = 0; x < S::kItems; ++x)
      if (x * S::kThreads + thread >= length) items[x] = greatest;
  }
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[x * S::kThreads + thread] = items[x];
  __syncthreads();  // the tile is ready before threads take their shares
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) items[x] = keys[thread * S::kItems + x];
  sort_share(items, less);
  // Runs of `width` shares are consecutive, every second one backward.
#pragma unroll 1
  for (int width = 1; width < S::kThreads; width *= 2) {
    const bool is_second = (thread & width) != 0;
    const int pair = thread & ~(2 * width - 1), place = thread - pair;
    Key* const share = keys + (is_second ? (pair + 3 * width - place) * S::kItems - 1 : thread * S::kItems);
    const int step = is_second ? -1 : 1;
#pragma unroll
    for (int x = 0; x < S::kItems; ++x) share[x * step] = items[x];
    wait_for_neighbours(2 * width);  // both runs are ready before they are merged
    merge_facing(keys, {pair * S::kItems, width * S::kItems, width * S::kItems}, place * S::kItems, items,
                 less);
    wait_for_neighbours(2 * width);  // all have read the runs before outputs replace them
  }
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[thread * S::kItems + x] = items[x];
  __syncthreads();  // the tile is sorted before other threads store it
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) {
    const int p = x * S::kThreads + thread;
    if (p < length) to[first_of_tile + p] = keys[p];
  }
}

}  // namespace mergelab::detail
