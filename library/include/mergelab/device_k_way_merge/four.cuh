// Shares of up to four lists: two merges in shared memory, the first of which makes two runs at once.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../device_merge/launch.cuh"
#include "four_runs.cuh"

namespace mergelab::detail {

/// Two runs in shared memory: where they begin, in bytes, and their numbers of keys.
struct PlacedPair {
  int A, B, from_A, from_B;
};

/// Returns how many of the first k outputs of a pair come from its first run. Starts at the split of evenly
/// mixed runs.
template <int kNear, class Key, class Compare>
[[nodiscard]] __device__ __forceinline__ int split_near(const unsigned char* memory, const PlacedPair& pair,
                                                        int k, Compare less) {
  constexpr int kKey = int{sizeof(Key)};
  int low = k > pair.from_B ? k - pair.from_B : 0, high = at_most(k, pair.from_A);
  const int both = pair.B + (k - 1) * kKey;
  const auto takes = [&](int i) {
    return !less(element<Key>(memory, both - i * kKey), element<Key>(memory, pair.A + i * kKey));
  };
  if (low < high) {
    const int all = pair.from_A + pair.from_B;
    const int guess = static_cast<int>(static_cast<float>(k) *
                                       __fdividef(static_cast<float>(pair.from_A), static_cast<float>(all)));
    look_near(guess - kNear, guess + kNear - 1, low, high, takes);
  }
  return first_refused(low, high, takes);
}

/// The outputs of a pair from the k-th on. kOpen: behind each run is a key that comes behind all of the
/// pair's outputs, so no place is checked; behind the pair's last output comes the smaller of the two.
template <bool kOpen, int kNear, class S, class Key, class Compare>
__device__ __forceinline__ void merge_placed(const unsigned char* memory, const PlacedPair& pair, int k,
                                             Key (&items)[S::kItems], Compare less) {
  const int split = split_near<kNear, Key>(memory, pair, k, less);
  int at_A = pair.A + split * S::kKey, at_B = pair.B + (k - split) * S::kKey;
  const int end_A = pair.A + pair.from_A * S::kKey, end_B = pair.B + pair.from_B * S::kKey;
  Key a = element<Key>(memory, at_A), b = element<Key>(memory, at_B);
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) {
    const bool takes_A = kOpen ? !less(b, a) : at_B >= end_B || (at_A < end_A && !less(b, a));
    const int at = (takes_A ? at_A : at_B) + S::kKey;
    items[x] = takes_A ? a : b;
    if (x + 1 == S::kItems) break;
    const Key next = element<Key>(memory, at);
    if (takes_A) {
      a = next;
      at_A = at;
    } else {
      b = next;
      at_B = at;
    }
  }
}

/// Stores outputs that have in shared memory the same offset in a granule as in C.
template <class S, class Key>
__device__ __forceinline__ void store_granules(const Key* keys, Key* out, int count) {
  const int thread = static_cast<int>(threadIdx.x);
  int first = 0, last = 0;  // the outputs in whole granules
  if constexpr (16 % S::kKey == 0 && alignof(Key) == S::kKey) {
    constexpr int kMany = 16 / S::kKey;
    first =
        at_most(static_cast<int>((16 - reinterpret_cast<std::uintptr_t>(out) % 16) % 16) / S::kKey, count);
    const int granules = (count - first) / kMany;
    last = first + granules * kMany;
    const uint4* const from = reinterpret_cast<const uint4*>(keys + first);
    uint4* const to = reinterpret_cast<uint4*>(out + first);
    constexpr int kRows = (S::kShare / kMany + S::kThreads - 1) / S::kThreads;
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int i = row * S::kThreads + thread;
      if (i < granules) to[i] = from[i];
    }
    if (thread < first) out[thread] = keys[thread];
  }
  for (int p = last + thread; p < count; p += S::kThreads) out[p] = keys[p];
}

/// Block s merges share s.
template <class S, class Key, class Compare>
__global__ void __launch_bounds__(S::kThreads, blocks_asked_for(S::kBlocks))
    merge_four_kernel(const Lists<Key> in, const Shares shares, Compare less) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  const int thread = static_cast<int>(threadIdx.x), share = static_cast<int>(blockIdx.x);
  wait_for_last_kernel();
  const FourRuns<S> runs(in, shares, share);
  load_runs<S>(in, runs, shares.total, merge_memory);
  __syncthreads();  // the runs are ready
  const int of_P = runs.lengths[0] + runs.lengths[1], of_Q = runs.lengths[2] + runs.lengths[3];
  const int threads_of_P = of_P / S::kItems + 1;
  const bool is_P = thread < threads_of_P;
  Key items[S::kItems];
  {
    const PlacedPair pair =
        is_P ? PlacedPair{runs.places[0], runs.places[1], runs.lengths[0], runs.lengths[1]}
             : PlacedPair{runs.places[2], runs.places[3], runs.lengths[2], runs.lengths[3]};
    const int k = at_most((is_P ? thread : thread - threads_of_P) * S::kItems, is_P ? of_P : of_Q);
    if (runs.are_open)
      merge_placed<true, 32, S>(merge_memory, pair, k, items, less);
    else
      merge_placed<false, 32, S>(merge_memory, pair, k, items, less);
  }
  Key* keys = reinterpret_cast<Key*>(merge_memory);
  __syncthreads();  // all keys are read before outputs replace them
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[thread * S::kItems + x] = items[x];
  __syncthreads();  // both pairs' outputs are ready
  {
    const PlacedPair pair{0, threads_of_P * S::kItems * S::kKey, of_P, of_Q};
    const int k = at_most(thread * S::kItems, of_P + of_Q);
    if (runs.are_open)
      merge_placed<true, 64, S>(merge_memory, pair, k, items, less);
    else
      merge_placed<false, 64, S>(merge_memory, pair, k, items, less);
  }
  __syncthreads();  // all keys are read before outputs replace them
  Key* const out = in.C + runs.begin;
  const int turn = static_cast<int>(reinterpret_cast<std::uintptr_t>(out) % 16) / S::kKey;
  keys += turn;
#pragma unroll
  for (int x = 0; x < S::kItems; ++x) keys[thread * S::kItems + x] = items[x];
  __syncthreads();  // the outputs are ready
  store_granules<S>(keys, out, of_P + of_Q);
}

}  // namespace mergelab::detail
