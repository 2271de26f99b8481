// One thread's share of a tile: finding it, merging it, and storing a warp's shares together.
#pragma once

#include <cuda_runtime.h>

#include "tile.cuh"

namespace mergelab::detail {

/// Merges kItems outputs of this thread. `sources` gets where each comes from in bytes: from the tile's keys
/// of A, or the complement of that from B. kOpen: the keys behind the tile's keep every comparison inside the
/// arrays, since no output of the tile is one of them; so no place has to be checked.
template <bool kOpen, class S, class Key, class Compare>
__device__ __forceinline__ void merge_share(const unsigned char* memory, const Tile& tile, Key* keys,
                                            int* sources, Compare less) {
  const int wanted = static_cast<int>(threadIdx.x) * S::kItems;
  const int k = kOpen ? wanted : at_most(wanted, tile.count);
  const int from_B = tile.count - tile.from_A;
  int low = k > from_B ? k - from_B : 0, high = at_most(k, tile.from_A);
  while (low < high) {
    const int middle = (low + high) / 2;
    const Key& b = element<Key>(memory, tile.B + (k - 1 - middle) * S::kKey);
    const Key& a = element<Key>(memory, tile.A + middle * S::kKey);
    if (!less(b, a))
      low = middle + 1;
    else
      high = middle;
  }
  int at_A = tile.A + low * S::kKey, at_B = tile.B + (k - low) * S::kKey;
  const int end_A = tile.A + tile.from_A * S::kKey, end_B = tile.B + from_B * S::kKey;
  const int somewhere = tile.from_A > 0 ? tile.A : tile.B;  // read in the place of a key that isn't there
  const auto key_at = [&](int at, int end) {
    return element<Key>(memory, kOpen || at < end ? at : somewhere);
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

/// Fetches the values that belong to the keys of this thread's share, as many as the tile has.
template <class S, class Value>
__device__ __forceinline__ void gather_values(const unsigned char* memory, const Tile& tile,
                                              const int* sources, Value* values, int count) {
#pragma unroll
  for (int item = 0; item < S::kItems; ++item) {
    const bool is_of_A = sources[item] >= 0;
    const int index = (is_of_A ? sources[item] : ~sources[item]) / S::kKey;
    if (item < count)
      values[item] = element<Value>(memory, (is_of_A ? tile.A_values : tile.B_values) + index * S::kValue);
  }
}

/// Stores the shares of a warp, through shared memory, so that neighbouring lanes store neighbouring
/// elements. `count` outputs of the warp are wanted, or more. is_aligned: `out` is a multiple of 16 bytes.
template <class S, class T>
__device__ __forceinline__ void store_shares(unsigned char* staging, const T* items, T* out, int count,
                                             bool is_aligned) {
  T* staged = reinterpret_cast<T*>(staging);
#pragma unroll
  for (int item = 0; item < S::kItems; ++item) staged[lane_id() * S::kItems + item] = items[item];
  __syncwarp();  // all lanes' items are there before others read them
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
