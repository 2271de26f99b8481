// Long merges of only keys: one kernel finds where all tiles begin, and in the next each block merges a tile.
// The first one keeps a tile's split in C, where the tile's output will be stored.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "block_merge.cuh"
#include "launch.cuh"

namespace mergelab::detail {

constexpr int kFinders = 256;  // threads of a block that finds splits, a tile each

/// How many keys of A are before a tile, and before the next one.
template <class Offset>
struct alignas(2 * sizeof(Offset)) Split {
  Offset begin, end;
};

/// Where a tile's split is kept: at the first suitable address among its outputs.
template <class Offset, class Key>
[[nodiscard]] __device__ Split<Offset>* split_in(Key* tile) {
  constexpr std::uintptr_t kSize = sizeof(Split<Offset>);
  return reinterpret_cast<Split<Offset>*>((reinterpret_cast<std::uintptr_t>(tile) + kSize - 1) / kSize *
                                          kSize);
}

/// Stores a tile with the layout `banks`, examines it if it is watched, merges it and stores the outputs.
/// Called by a whole block.
template <bool kIsWatched, class S, class Key, class Value, class Offset, class Compare, class Banks>
__device__ __forceinline__ void finish_tile(const BlockMerge<S, Key, Value, Offset, Compare>& block,
                                            const Tile& tile, const LoadedTile<S>& loaded,
                                            unsigned char* memory, Banks banks) {
  loaded.put(memory, banks);
  __syncthreads();  // the tile is ready, and its split is read before outputs overwrite it
  if constexpr (kIsWatched) block.look(tile, banks);
  block.merge(tile, banks, [] { __syncthreads(); });  // outputs replace what all have read
}

/// Loads, merges and stores a tile. `split` is read before the outputs, which may overwrite it; calls
/// `meanwhile` while the tile's loads are in flight.
template <class S, class Key, class Value, class Offset, class Compare, class Meanwhile>
__device__ __forceinline__ void make_tile(const BlockMerge<S, Key, Value, Offset, Compare>& block, int number,
                                          Split<Offset> split, unsigned char* memory,
                                          const Meanwhile& meanwhile) {
  block.limit(number, split.begin, split.end);
  Part parts[4];
  int count = 0;
  const Tile tile =
      block.load(number, 0, split.begin, split.end, [&](const Part& part) { parts[count++] = part; });
  const LoadedTile<S> loaded(parts);
  meanwhile();
  finish_tile<false>(block, tile, loaded, memory, PlainBanks{});
}

/// The same for a merge that watches its banks; `crowds` is thread 0's count of conflicts.
template <class S, class Key, class Value, class Offset, class Compare, class Meanwhile>
__device__ __forceinline__ void make_watched_tile(const BlockMerge<S, Key, Value, Offset, Compare>& block,
                                                  int number, Split<Offset> split, unsigned merge,
                                                  unsigned long long crowds, unsigned char* memory,
                                                  const Meanwhile& meanwhile) {
  if constexpr (!kMayBeSpread<S>) {
    make_tile(block, number, split, memory, meanwhile);
  } else {
    __shared__ bool is_spread;
    block.limit(number, split.begin, split.end);
    Part parts[4];
    int count = 0;
    const Tile tile =
        block.load(number, 0, split.begin, split.end, [&](const Part& part) { parts[count++] = part; });
    const LoadedTile<S> loaded(parts);
    meanwhile();
    if (threadIdx.x == 0) is_spread = is_crowded(crowds, merge, number);  // not before: it waits for the word
    __syncthreads();  // thread 0's result is visible to all; the loads are still in flight
    if (is_spread)
      finish_tile<true>(block, tile, loaded, memory, SpreadBanks(draw_for(merge, number)));
    else
      finish_tile<true>(block, tile, loaded, memory, PlainBanks{});
  }
}

/// Each thread finds where a tile begins. The first tile begins at 0, and has no room for a split.
template <class Key, class Value, class Offset, class Compare>
__global__ void __launch_bounds__(kFinders)
    find_splits_kernel(const Arrays<Key, Value, Offset> arrays, const Tiling tiling, Compare less) {
  using S = TileShape<Key, Value>;
  __shared__ Offset splits[kFinders + 1];
  let_next_kernel_start();
  const BlockMerge<S, Key, Value, Offset, Compare> block(arrays, tiling, less, nullptr);
  const int first = static_cast<int>(blockIdx.x) * kFinders, last = at_most(first + kFinders, tiling.tiles);
  const int warp = static_cast<int>(threadIdx.x) / 32, own = static_cast<int>(threadIdx.x);
  if (warp < 2) {
    const Offset split = block.find_split(warp == 0 ? first : last);
    if (lane_id() == 0) splits[warp == 0 ? 0 : last - first] = split;
  }
  __syncthreads();  // the splits at both ends are ready
  const int tile = first + own;
  if (own > 0 && tile < last)
    splits[own] = block.template find_split_between<1>(tile, first, splits[0], last, splits[last - first]);
  __syncthreads();  // the splits between are ready
  if (tile > 0 && tile < last)
    *split_in<Offset>(arrays.C + block.begin_of(tile)) = {splits[own], splits[own + 1]};
}

template <class Key, class Value, class Offset, class Compare>
__global__ void __launch_bounds__((TileShape<Key, Value>::kThreads),
                                  blocks_asked_for(TileShape<Key, Value>::kBlocks))
    merge_tiles_kernel(const Arrays<Key, Value, Offset> arrays, const Tiling tiling, Compare less) {
  using S = TileShape<Key, Value>;
  extern __shared__ __align__(128) unsigned char merge_memory[];
  __shared__ Offset end_of_first;
  const BlockMerge<S, Key, Value, Offset, Compare> block(arrays, tiling, less, merge_memory);
  const int number = static_cast<int>(blockIdx.x);
  wait_for_last_kernel();
  Split<Offset> split{0, 0};
  if (number > 0) {
    split = *split_in<Offset>(arrays.C + block.begin_of(number));
  } else {
    if (threadIdx.x < 32) {
      const Offset end = block.find_split(1);
      if (lane_id() == 0) end_of_first = end;
    }
    __syncthreads();  // the end is ready
    split.end = end_of_first;
  }
  // By one thread, since all blocks load the same word, and after the split, which is needed first.
  const unsigned long long crowds = threadIdx.x == 0 ? look_at_crowds() : 0;
  make_watched_tile(block, number, split, tiling.number, crowds, merge_memory, [&] {
    const int ahead = number + tiling.ahead;
    if (!kPrefetches || threadIdx.x + 1 < S::kThreads || ahead >= tiling.tiles) return;
    // A hint: a tile made out of order may have outputs in this place.
    const Split<Offset> its = *split_in<Offset>(arrays.C + block.begin_of(ahead));
    block.prefetch(ahead, its.begin, its.end);
  });
}

}  // namespace mergelab::detail
