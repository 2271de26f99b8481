// Merges a share in shared memory: each round merges pairs of neighbouring runs.
#pragma once

#include <cuda_runtime.h>

#include "../device_merge/launch.cuh"
#include "items.cuh"

namespace mergelab::detail {

/// Loads a share into keys. Neighbouring lanes load neighbouring places, mostly of one list.
template <class S, class Key>
__device__ __forceinline__ void load_share(const Key* lists, const Runs<S>& runs, typename Runs<S>::Size size,
                                           Key* keys) {
  Key items[S::kItems];
  const int row = static_cast<int>(threadIdx.x) / 32 * S::kItems, chunk = row * 32 + lane_id();
  const int somewhere = runs.from[0];  // loaded instead of elements behind the share
  if constexpr (S::kMostLists <= 4) {
    int begins[3], from[4];  // in registers
#pragma unroll
    for (int run = 0; run < 4; ++run) {
      if (run > 0) begins[run - 1] = run < size.runs ? runs.begins[run] : size.length;
      from[run] = runs.from[run < size.runs ? run : 0];
    }
#pragma unroll
    for (int x = 0; x < S::kItems; ++x) {
      const int p = chunk + x * 32;
      const int low = p < begins[0] ? from[0] : from[1], high = p < begins[2] ? from[2] : from[3];
      items[x] = lists[p < size.length ? (p < begins[1] ? low : high) + p : somewhere];
    }
  } else {
    int before = runs.count_before(row * 32, size.runs) - 1;
    const unsigned up_to_own = kAllLanes >> (31 - lane_id());
#pragma unroll
    for (int x = 0; x < S::kItems; ++x) {
      const unsigned marks = runs.marks[row + x];
      const int p = chunk + x * 32;
      const int place = runs.from[before + __popc(marks & up_to_own)] + p;
      before += __popc(marks);
      items[x] = lists[p < size.length ? place : somewhere];
    }
  }
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[chunk + x * 32] = items[x];
  // Read behind the share but never output.
  for (int p = S::kThreads * S::kItems + static_cast<int>(threadIdx.x); p < S::kRoom; p += S::kThreads)
    keys[p] = items[0];
}

/// Stores this thread's outputs. Those behind the share's end are arbitrary and never used.
template <class S, class Key, int kRegisters>
__device__ __forceinline__ void put(Key* keys, const Key (&items)[kRegisters]) {
  __syncthreads();  // all keys are read before outputs replace them
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[static_cast<int>(threadIdx.x) * S::kItems + x] = items[x];
  __syncthreads();  // the outputs are ready before the next round, or the store, reads them
}

/// Moves a warp's sorted slots into shared memory: lane t has slots 32 t to 32 t + 31, and those of the first
/// kItems lanes are outputs. They are 33 places apart first, since 32 would be one bank.
template <class S, class Key, int kRegisters>
__device__ __forceinline__ void put_warps(Key* keys, Key (&items)[kRegisters]) {
  static_assert(kRegisters == 32, "a warp has 32 slots in each lane");
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = lane_id();
  Key* const own = keys + warp * S::kSpread;
  __syncthreads();  // all keys are read before slots replace them
#pragma unroll
  for (int x = 0; x < kRegisters; ++x) own[lane * (kRegisters + 1) + x] = items[x];
  __syncwarp();  // the warp's slots are ready
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) items[x] = own[x * (kRegisters + 1) + lane];
  __syncthreads();  // all have read their slots before outputs replace them
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[warp * 32 * S::kItems + x * 32 + lane] = items[x];
  __syncthreads();  // the outputs are ready before the next round, or the store, reads them
}

/// Rounds that merge runs without sorting.
template <class S, class Key, class Items>
__device__ __forceinline__ void merge_runs(Key* keys, const Runs<S>& runs, typename Runs<S>::Size size,
                                           const Items& by) {
  const int p = at_most(static_cast<int>(threadIdx.x) * S::kItems, size.length);
  const int last = at_most(p + S::kItems, size.length);
  const int own_run = runs.count_before(at_most(p, size.length - 1) + 1, size.runs) - 1;
#pragma unroll 1
  for (int width = 1; width < size.runs; width *= 2) {
    Key items[Items::kRegisters];
    by.merge_runs(keys, runs, size.runs, width, own_run & -2 * width, p, last, items);
    put<S>(keys, items);
  }
}

/// Threads sort their elements, and rounds merge them.
template <class S, class Key, class Items>
__device__ __forceinline__ void sort_and_merge(Key* keys, int length, const Items& by) {
  const int first = static_cast<int>(threadIdx.x) * S::kItems, p = at_most(first, length);
  {
    Key items[Items::kRegisters];
    by.sort(keys, p, at_most(S::kItems, length - p), items);
    if constexpr (S::kSortsWarps) {
      by.merge_lanes(items);
      put_warps<S>(keys, items);
    } else {
      put<S>(keys, items);
    }
  }
#pragma unroll 1
  for (int width = S::kSortsWarps ? 32 * S::kItems : S::kItems; width < length; width *= 2) {
    const int begin = first / (2 * width) * (2 * width);
    Key items[Items::kRegisters];
    by.merge_pair(
        keys,
        RunPair{at_most(begin, length), at_most(begin + width, length), at_most(begin + 2 * width, length)},
        p, items);
    put<S>(keys, items);
  }
}

/// Block s merges share s.
template <class S, class Key, class Compare>
__global__ void __launch_bounds__(S::kThreads, blocks_asked_for(S::kBlocks))
    merge_shares_kernel(const Lists<Key> in, const Shares shares, Compare less) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  __shared__ Runs<S> runs;
  Key* const keys = reinterpret_cast<Key*>(merge_memory);
  wait_for_last_kernel();
  const typename Runs<S>::Size size = runs.lay_out(in, shares, static_cast<int>(blockIdx.x));
  if (size.length == 0) return;  // only if a list isn't sorted
  load_share<S>(in.lists, runs, size, keys);
  __syncthreads();  // the share is ready
  if constexpr (S::kIsFew)
    merge_runs<S>(keys, runs, size, SerialMerge<S, Key, Compare>{less});
  else if (size.runs > 1) {
    if constexpr (S::kIsPlain)
      sort_and_merge<S>(keys, size.length, NetworkMerge<Key>{});
    else
      sort_and_merge<S>(keys, size.length, SerialMerge<S, Key, Compare>{less});
  }
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) {
    const int p = x * S::kThreads + static_cast<int>(threadIdx.x);
    if (p < size.length) in.C[size.begin + p] = keys[p];
  }
}

}  // namespace mergelab::detail
