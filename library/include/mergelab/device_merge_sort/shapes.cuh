// The numbers of threads, and keys per thread, of device_merge_sort's blocks.
#pragma once

#include <cuda_runtime.h>

#include "../device_merge/layout.cuh"

namespace mergelab::detail {

/// A block that sorts a tile.
template <class Key, int threads, int items, int blocks>
struct SortShape {
  static constexpr int kThreads = threads, kItems = items, kTile = threads * items;
  static constexpr int kBlocks = blocks;  // per multiprocessor
  static constexpr int kBytes = kTile * int{sizeof(Key)};
};

/// A block that merges a tile of two runs.
template <class Key, int threads, int items, int blocks>
struct PairShape : Layout<Key, NoValues, threads, items> {
  using L = Layout<Key, NoValues, threads, items>;
  static constexpr bool kStagesInPlace = true;
  static constexpr int kBytes = L::kStageBytes;
  static constexpr int kBlocks = blocks;
  [[nodiscard]] __device__ static constexpr int staging(int warp) { return warp * L::kWarpOutput * L::kKey; }
};

/// A block that merges a tile of four runs, in two steps. The first makes two halves, each of which may leave
/// a thread with less than kItems outputs, so a tile has one share less than threads.
template <class Key, int threads, int items, int blocks>
struct QuadShape : Layout<Key, NoValues, threads, items> {
  static constexpr int kLeast = 16;  // the least outputs of a tile, except a single one: see QuadRound
  static constexpr int kTile = ((threads - 1) * items + 1 - kLeast) / 32 * 32;
  static constexpr int kBefore = round_up(items + 1, 32);  // keys of room before the tile
  static constexpr int kBytes = (kBefore + threads * items) * int{sizeof(Key)};
  static constexpr int kBlocks = blocks;
};

/// The greatest odd number of keys that so many registers hold. Odd, so lanes use different banks.
template <class Key>
[[nodiscard]] constexpr int keys_in(int registers) {
  const int keys = registers / ((int{sizeof(Key)} + 3) / 4);
  return keys < 2 ? 1 : (keys - 1) / 2 * 2 + 1;
}

/// Short arrays are latency-bound: few keys per thread.
template <class Key>
struct ShortSort {
  static constexpr int kItems = at_most(keys_in<Key>(15), 11);
  using Sort = SortShape<Key, 512, kItems, 2>;
  using Merge = PairShape<Key, 128, kItems, 9>;
};

/// Longer ones move more bytes in the time of a search.
template <class Key>
struct MiddleSort {
  static constexpr int kItems = keys_in<Key>(23);
  using Sort = SortShape<Key, 512, kItems, 2>;
  using Merge = PairShape<Key, 256, kItems, 5>;
};

/// Long ones merge four runs at a time. The sorted tiles may be twice as large, if that saves a round.
template <class Key>
struct LongSort {
  static constexpr bool kIsWide = sizeof(Key) > 4;  // then half as many threads have twice the registers
  static constexpr int kThreads = kIsWide ? 128 : 256, kItems = keys_in<Key>(kIsWide ? 46 : 23);
  using Sort = SortShape<Key, kThreads, kItems, kIsWide ? 5 : 4>;
  using LargeSort = SortShape<Key, 2 * kThreads, kItems, 2>;
  using Merge = QuadShape<Key, kThreads, kItems, 5>;
};

}  // namespace mergelab::detail
