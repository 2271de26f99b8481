// The kernel of device_merge. Each block merges tiles that lie side by side. One warp runs ahead: it finds
// where the next tile ends and loads it, while the others merge the tile before.
#pragma once

#include <cuda_runtime.h>

#include "share.cuh"

namespace mergelab::detail {

template <class Key, class Value, class Offset, class Compare>
class BlockMerge {
 public:
  using S = Shape<Key, Value>;

  __device__ BlockMerge(const Arrays<Key, Value, Offset>& arrays, const Plan& plan, Compare less,
                        unsigned char* memory)
      : arrays_(arrays), plan_(plan), inputs_{arrays.A, arrays.m, arrays.B, arrays.n, less}, memory_(memory) {
    int round = static_cast<int>(blockIdx.x) / plan.blocks_in_round;
    if (round >= plan.rounds) round = plan.rounds - 1;
    const int each = plan.tiles_of_block[round];
    first_ = plan.first_tile[round] + (static_cast<int>(blockIdx.x) - round * plan.blocks_in_round) * each;
    last_ = at_most(first_ + each, plan.tiles);
  }

  [[nodiscard]] __device__ int first() const { return first_; }
  [[nodiscard]] __device__ int last() const { return last_; }

  /// The first output of a tile.
  [[nodiscard]] __device__ Offset begin_of(int tile) const {
    const Offset begin = Offset{tile} * S::kTile - plan_.shortage, outputs = arrays_.m + arrays_.n;
    return begin < 0 ? Offset{0} : begin < outputs ? begin : outputs;
  }

  /// How many keys of A lie before a tile, found from nothing. By a whole warp.
  [[nodiscard]] __device__ Offset find_split(int tile) const {
    const Offset k = begin_of(tile);
    return search_all(inputs_, k, static_cast<Offset>(static_cast<double>(k) * plan_.share_of_a),
                      static_cast<Offset>(plan_.spread));
  }

  /// How many keys of A lie before tile + 1, of which a lie before the tile. About `guess` are in the tile.
  [[nodiscard]] __device__ Offset find_end(int tile, Offset a, int guess) const {
    const Offset k = begin_of(tile + 1), count = k - begin_of(tile);
    Bracket<Offset> bracket{inputs_.least(k), inputs_.most(k)};
    if (bracket.low < a) bracket.low = a;
    if (bracket.high > a + count) bracket.high = a + count;
    return search_near(inputs_, k, bracket, static_cast<Offset>(a + guess));
  }

  /// Calls load(part) for each part of a tile whose keys of A are a, ..., a_end - 1, and says where they will
  /// lie.
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

  /// Merges and stores this warp's part of a tile; `release` is called when the tile's stage is no longer
  /// needed.
  template <class Release>
  __device__ __forceinline__ void merge(const Tile& tile, Release&& release) const {
    const int warp = static_cast<int>(threadIdx.x) / 32;
    Key keys[S::kItems];
    int sources[S::kHasValues ? S::kItems : 1];
    if (tile.is_open)
      merge_share<true, S>(memory_, tile, keys, sources, inputs_.less);
    else
      merge_share<false, S>(memory_, tile, keys, sources, inputs_.less);
    if constexpr (!S::kHasValues) release();
    unsigned char* staging = memory_ + S::kStages * S::kStageBytes + warp * S::kStagingBytes;
    const Offset out = begin_of(tile.number) + warp * S::kWarpOutput;
    const int count = tile.count - warp * S::kWarpOutput;
    const bool begins_aligned = tile.number > 0 || plan_.shortage == 0;
    store_shares<S>(staging, keys, arrays_.C + out, count, begins_aligned && plan_.aligned_keys);
    if constexpr (S::kHasValues) {
      Value values[S::kItems];
      gather_values<S>(memory_, tile, sources, values, count - lane_id() * S::kItems);
      release();
      store_shares<S>(staging, values, arrays_.C_values + out, count, begins_aligned && plan_.aligned_values);
    }
  }

 private:
  const Arrays<Key, Value, Offset>& arrays_;
  const Plan& plan_;
  SortedPair<Key, Offset, Compare> inputs_;
  unsigned char* memory_;
  int first_, last_;
};

template <class Key, class Value, class Offset, class Compare>
__global__ void __launch_bounds__((Shape<Key, Value>::kThreads + 32), (Shape<Key, Value>::kBlocks))
    device_merge_kernel(const Arrays<Key, Value, Offset> arrays, const Plan plan, Compare less) {
  using S = Shape<Key, Value>;
  extern __shared__ __align__(128) unsigned char merge_memory[];
  __shared__ Tile tiles[S::kStages];
  __shared__ Offset splits[2];
  const BlockMerge<Key, Value, Offset, Compare> block(arrays, plan, less, merge_memory);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const bool is_loader = warp == S::kWarps;

#ifdef MERGELAB_HAS_COPY_ENGINE
  __shared__ CopyBarrier full[S::kStages], empty[S::kStages];
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < S::kStages; ++stage) {
      full[stage].initialize(1);
      empty[stage].initialize(S::kWarps);
    }
    CopyBarrier::publish_initialized();
  }
#endif
  if (warp == 0 || is_loader) {  // one finds where the first tile begins, the other where it ends
    const Offset split = block.find_split(block.first() + (is_loader ? 0 : 1));
    if (lane_id() == 0) splits[is_loader ? 0 : 1] = split;
  }
  __syncthreads();  // the two splits are there, and the barriers

#ifdef MERGELAB_HAS_COPY_ENGINE
  if (is_loader) {
    Offset a = splits[0], a_end = splits[1];
    int guess = static_cast<int>(a_end - a);
    unsigned parity = 1;
    for (int number = block.first(), stage = 0; number < block.last(); ++number) {
      if (number > block.first()) {
        a_end = block.find_end(number, a, guess);
        guess = (3 * guess + static_cast<int>(a_end - a) + 2) / 4;
      }
      if (number - block.first() >= S::kStages) empty[stage].wait(parity);
      unsigned bytes = 0;
      const Tile tile = block.load(number, stage, a, a_end, [&](const Part& part) {
        if (part.has_ends()) {
          part.load_ends(merge_memory, lane_id(), 32);
          order_before_copies();
        }
        if (lane_id() == 0) bytes += part.start_granules(merge_memory, full[stage]);
      });
      __syncwarp();  // all lanes' bytes are there
      if (lane_id() == 0) {
        tiles[stage] = tile;
        full[stage].arrive_expecting(bytes);
      }
      a = a_end;
      if (++stage == S::kStages) {
        stage = 0;
        parity ^= 1;
      }
    }
  } else {
    unsigned parity = 0;
    for (int number = block.first(), stage = 0; number < block.last(); ++number) {
      full[stage].wait(parity);
      const Tile tile = tiles[stage];
      block.merge(tile, [&] {
        __syncwarp();  // all lanes have read what they need
        if (lane_id() == 0) empty[stage].arrive();
      });
      if (++stage == S::kStages) {
        stage = 0;
        parity ^= 1;
      }
    }
  }
#else
  constexpr int kAll = S::kThreads + 32;
  for (int number = block.first(); number < block.last(); ++number) {
    if (number > block.first() && is_loader) {
      const Offset end = block.find_end(number, splits[0], tiles[0].from_A);
      if (lane_id() == 0) splits[1] = end;
    }
    __syncthreads();  // the tile's end is there
    const Offset a = splits[0], a_end = splits[1];
    const Tile tile = block.load(number, 0, a, a_end, [&](const Part& part) {
      part.load_ends(merge_memory, static_cast<int>(threadIdx.x), kAll);
      part.load_granules(merge_memory, static_cast<int>(threadIdx.x), kAll);
    });
    __syncthreads();  // the tile is there, and all have read its splits
    if (threadIdx.x == 0) {
      splits[0] = a_end;
      tiles[0] = tile;
    }
    if (!is_loader) block.merge(tile, [] {});
    __syncthreads();  // the tile is merged before the next one comes in its place
  }
#endif
}

}  // namespace mergelab::detail
