// What a block of device_merge does for a tile.
#pragma once

#include <cuda_runtime.h>

#include "share.cuh"

namespace mergelab::detail {

/// What a block does for a tile: finding its ends, loading, merging and storing. S is the shape of the block.
template <class S, class Key, class Value, class Offset, class Compare>
class BlockMerge {
 public:
  __device__ BlockMerge(const Arrays<Key, Value, Offset>& arrays, const Tiling& tiling, Compare less,
                        unsigned char* memory)
      : arrays_(arrays),
        tiling_(tiling),
        inputs_{arrays.A, arrays.m, arrays.B, arrays.n, less},
        memory_(memory) {}

  /// Returns the first output of a tile.
  [[nodiscard]] __device__ Offset begin_of(int tile) const {
    const Offset begin = Offset{tile} * S::kTile - tiling_.shortage, outputs = arrays_.m + arrays_.n;
    return begin < 0 ? Offset{0} : begin < outputs ? begin : outputs;
  }

  /// Returns how many keys of A are before a tile, without a hint. Called by a whole warp.
  [[nodiscard]] __device__ Offset find_split(int tile) const {
    const Offset k = begin_of(tile);
    return search_all(inputs_, k, static_cast<Offset>(static_cast<double>(k) * tiling_.share_of_a),
                      static_cast<Offset>(tiling_.spread));
  }

  /// Returns how many keys of A are before tile + 1; a are before the tile, and about `guess` in it.
  [[nodiscard]] __device__ Offset find_end(int tile, Offset a, int guess) const {
    const Offset k = begin_of(tile + 1), count = k - begin_of(tile);
    Bracket<Offset> bracket{inputs_.least(k), inputs_.most(k)};
    if (bracket.low < a) bracket.low = a;
    if (bracket.high > a + count) bracket.high = a + count;
    return search_near(inputs_, k, bracket, static_cast<Offset>(a + guess));
  }

  /// Returns how many keys of A are before a tile, between two tiles with known numbers. Called by one
  /// thread, or by kLanes consecutive lanes and the whole warp together.
  template <int kLanes>
  [[nodiscard]] __device__ Offset find_split_between(int tile, int left, Offset left_split, int right,
                                                     Offset right_split) const {
    const Place<Offset> before{begin_of(left), left_split}, behind{begin_of(right), right_split};
    if constexpr (kLanes == 1)
      return search_between(inputs_, begin_of(tile), before, behind);
    else
      return search_between_by<kLanes>(inputs_, begin_of(tile), before, behind);
  }

  /// Clamps a tile's split to the arrays; it changes only splits of unsorted inputs.
  __device__ void limit(int tile, Offset& a, Offset& a_end) const {
    const Offset k = begin_of(tile), k_end = begin_of(tile + 1);
    a = inside(a, inputs_.least(k), inputs_.most(k));
    const Offset least = inputs_.least(k_end), most = inputs_.most(k_end), all = a + (k_end - k);
    a_end = inside(a_end, least > a ? least : a, most < all ? most : all);
  }

  /// Calls load(part) for each part of a tile whose keys of A are a, ..., a_end - 1, and returns the tile.
  template <class Load>
  [[nodiscard]] __device__ Tile load(int number, int stage, Offset a, Offset a_end, Load&& load) const {
    const Offset k = begin_of(number), b = k - a;
    Tile tile{};
    tile.number = number;
    tile.count = static_cast<int>(begin_of(number + 1) - k);
    tile.from_A = static_cast<int>(a_end - a);
    const int from_B = tile.count - tile.from_A;
    const bool more_A = a_end < arrays_.m, more_B = b + from_B < arrays_.n;
    tile.is_open = tile.count == S::kTile && more_A && more_B;
    int room = stage * S::kStageBytes;
    const auto add = [&](const auto* array, Offset size, Offset first, int count) {
      const Part part(array, size, first, count, room);
      load(part);
      room = part.room_behind();
      return part.place();
    };
    tile.A = add(arrays_.A, arrays_.m, a, tile.from_A + (more_A ? 1 : 0));
    tile.B = add(arrays_.B, arrays_.n, b, from_B + (more_B ? 1 : 0));
    if constexpr (S::kHasValues) {
      room = stage * S::kStageBytes + S::kKeyBytes;
      tile.A_values = add(arrays_.A_values, arrays_.m, a, tile.from_A);
      tile.B_values = add(arrays_.B_values, arrays_.n, b, from_B);
    }
    return tile;
  }

  /// Merges and stores this warp's part of a tile with the layout `banks`; calls `release` when the tile's
  /// inputs are no longer needed, with values twice: for its keys, then for its values.
  template <class Banks, class Release>
  __device__ __forceinline__ void merge(const Tile& tile, Banks banks, Release&& release) const {
    const int warp = static_cast<int>(threadIdx.x) / 32;
    Key keys[S::kItems];
    int sources[S::kHasValues ? S::kItems : 1];
    if (tile.is_open)
      merge_share<true, S>(memory_, tile, keys, sources, inputs_.less, banks);
    else
      merge_share<false, S>(memory_, tile, keys, sources, inputs_.less, banks);
    if constexpr (!S::kHasValues || S::kStagesInPlace) release();
    const Offset out = begin_of(tile.number) + warp * S::kWarpOutput;
    const int count = tile.count - warp * S::kWarpOutput;
    const bool begins_aligned = tile.number > 0 || tiling_.shortage == 0;
    store_shares<S>(memory_ + S::staging(warp), keys, arrays_.C + out, count,
                    begins_aligned && tiling_.aligned_keys);
    if constexpr (S::kHasValues) {
      Value values[S::kItems];
      gather_values<S>(memory_, tile, sources, values, count - lane_id() * S::kItems, banks);
      release();
      store_shares<S>(memory_ + S::staging_of_values(warp), values, arrays_.C_values + out, count,
                      begins_aligned && tiling_.aligned_values);
    }
  }

  /// Examines some of the tiles for bank conflicts. Called by all threads.
  template <class Banks>
  __device__ void look(const Tile& tile, Banks banks) const {
    if (tile.number % kTilesPerLook != 0 || !tile.is_open) return;
    const unsigned drawn = draw_for(tiling_.number, tile.number);
    if (static_cast<int>(threadIdx.x) / 32 != static_cast<int>(drawn % S::kWarps)) return;
    const int item = static_cast<int>((drawn >> 8) % S::kItems);
    if (is_crowded_at<S, Key>(memory_, tile, item, inputs_.less, banks) && lane_id() == 0)
      note_crowd(tiling_.number);
  }

  /// Prefetches a tile's inputs into the level-2 cache. Called by one thread.
  __device__ void prefetch(int tile, Offset a, Offset a_end) const {
    limit(tile, a, a_end);
    const Offset b = begin_of(tile) - a, b_end = begin_of(tile + 1) - a_end;
    prefetch_granules(arrays_.A + a, arrays_.A + a_end);
    prefetch_granules(arrays_.B + b, arrays_.B + b_end);
    if constexpr (S::kHasValues) {
      prefetch_granules(arrays_.A_values + a, arrays_.A_values + a_end);
      prefetch_granules(arrays_.B_values + b, arrays_.B_values + b_end);
    }
  }

 private:
  [[nodiscard]] __device__ static Offset inside(Offset number, Offset low, Offset high) {
    return number < low ? low : number < high ? number : high;
  }
  const Arrays<Key, Value, Offset>& arrays_;
  const Tiling& tiling_;
  SortedPair<Key, Offset, Compare> inputs_;
  unsigned char* memory_;
};

}  // namespace mergelab::detail
