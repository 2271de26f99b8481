// One thread's share of a tile: finding and merging it, and storing a warp's shares together.
#pragma once

#include <cuda_runtime.h>

#include "tile.cuh"

namespace mergelab::detail {

/// Returns how many keys of A are among the first k outputs of a tile. Starts at the split of evenly mixed
/// keys, except in spread tiles, whose keys don't mix evenly.
template <class S, class Key, class Compare, class Banks>
[[nodiscard]] __device__ __forceinline__ int split_of_tile(const unsigned char* memory, const Tile& tile,
                                                           int k, Compare less, Banks banks) {
  const int from_B = tile.count - tile.from_A;
  int low = k > from_B ? k - from_B : 0, high = at_most(k, tile.from_A);
  const auto takes = [&](int i) {
    const Key& b = element<Key>(memory, banks.place(tile.B + (k - 1 - i) * S::kKey));
    const Key& a = element<Key>(memory, banks.place(tile.A + i * S::kKey));
    return !less(b, a);
  };
  if (Banks::kArePlain && low < high) {
    const int guess = k * tile.from_A / S::kTile;
    look_near(guess - S::kNear, guess + S::kNear, low, high, takes);
  }
  return first_refused(low, high, takes);
}

/// Whether the lanes of this warp would have bank conflicts after `item` outputs each, of an open tile with
/// the plain layout. Called by a whole warp.
template <class S, class Key, class Compare, class Banks>
[[nodiscard]] __device__ bool is_crowded_at(const unsigned char* memory, const Tile& tile, int item,
                                            Compare less, Banks banks) {
  const int k = static_cast<int>(threadIdx.x) * S::kItems + item;
  const int split = split_of_tile<S, Key>(memory, tile, k, less, banks);
  const int at_A = tile.A + split * S::kKey, at_B = tile.B + (k - split) * S::kKey;
  const bool takes_A =
      !less(element<Key>(memory, banks.place(at_B)), element<Key>(memory, banks.place(at_A)));
  return lanes_meet<S::kKey>(takes_A ? at_A : at_B);
}

/// Merges kItems outputs of this thread. `sources` gets each one's origin in bytes: from the tile's keys of
/// A, or the complement of that from B. kOpen: the keys behind the tile's keep every comparison inside the
/// arrays, since none is an output of the tile; so no place is checked.
template <bool kOpen, class S, class Key, class Compare, class Banks>
__device__ __forceinline__ void merge_share(const unsigned char* memory, const Tile& tile, Key* keys,
                                            int* sources, Compare less, Banks banks) {
  const int wanted = static_cast<int>(threadIdx.x) * S::kItems;
  const int k = kOpen ? wanted : at_most(wanted, tile.count);
  const int from_B = tile.count - tile.from_A;
  const int split = split_of_tile<S, Key>(memory, tile, k, less, banks);
  int at_A = tile.A + split * S::kKey, at_B = tile.B + (k - split) * S::kKey;
  const int end_A = tile.A + tile.from_A * S::kKey, end_B = tile.B + from_B * S::kKey;
  const int somewhere = tile.from_A > 0 ? tile.A : tile.B;  // read instead of a missing key
  const auto key_at = [&](int at, int end) {
    return element<Key>(memory, banks.place(kOpen || at < end ? at : somewhere));
  };
  Key a = key_at(at_A, end_A), b = key_at(at_B, end_B);
#pragma unroll
  for (int item = 0; item < S::kItems; ++item) {
    const bool takes_A = kOpen ? !less(b, a) : at_B >= end_B || (at_A < end_A && !less(b, a));
    int at = takes_A ? at_A : at_B;
    if constexpr (S::kHasValues) sources[item] = takes_A ? at - tile.A : ~(at - tile.B);
    at += S::kKey;
    if (takes_A) {
      keys[item] = a;
      at_A = at;
    } else {
      keys[item] = b;
      at_B = at;
    }
    if (item + 1 < S::kItems) {
      const Key next = key_at(at, takes_A ? end_A : end_B);
      if (takes_A)
        a = next;
      else
        b = next;
    }
  }
}

/// Loads the values of this thread's share, as many as the tile has.
template <class S, class Value, class Banks>
__device__ __forceinline__ void gather_values(const unsigned char* memory, const Tile& tile,
                                              const int* sources, Value* values, int count, Banks banks) {
#pragma unroll
  for (int item = 0; item < S::kItems; ++item) {
    const bool is_of_A = sources[item] >= 0;
    const int index = (is_of_A ? sources[item] : ~sources[item]) / S::kKey;
    if (item < count)
      values[item] =
          element<Value>(memory, banks.place((is_of_A ? tile.A_values : tile.B_values) + index * S::kValue));
  }
}

/// Stores the shares of a warp, through shared memory, so that neighbouring lanes store neighbouring
/// elements. At least `count` outputs of the warp are wanted. is_aligned: `out` is a multiple of 16 bytes.
template <class S, class T>
__device__ __forceinline__ void store_shares(unsigned char* staging, const T* items, T* out, int count,
                                             bool is_aligned) {
  T* staged = reinterpret_cast<T*>(staging);
#pragma unroll
  for (int item = 0; item < S::kItems; ++item) staged[lane_id() * S::kItems + item] = items[item];
  __syncwarp();  // all lanes' items are ready before others read them
  if (is_aligned && count >= S::kWarpOutput) {
    constexpr int kGranules = S::kWarpOutput * int{sizeof(T)} / 16;
#pragma unroll
    for (int row = 0; row < (kGranules + 31) / 32; ++row) {
      const int granule = row * 32 + lane_id();
      if (kGranules % 32 == 0 || granule < kGranules)
        __stcs(reinterpret_cast<uint4*>(out) + granule, reinterpret_cast<const uint4*>(staging)[granule]);
    }
  } else {
    for (int i = lane_id(); i < at_most(count, S::kWarpOutput); i += 32) out[i] = staged[i];
  }
  __syncwarp();  // all reads are done before the next items come
}

}  // namespace mergelab::detail
