// How device_merge cuts the output into tiles, and assigns them to the pipeline's blocks.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdint>

#include "layout.cuh"

namespace mergelab::detail {

template <class Key, class Value, class Offset>
struct Arrays {
  const Key* A;
  Offset m;
  const Key* B;
  Offset n;
  Key* C;
  const Value* A_values;
  const Value* B_values;
  Value* C_values;
};

/// How the output is cut into tiles, and the start of a search.
struct Tiling {
  int tiles;            // in all
  int shortage;         // the first tile has so many outputs fewer, so the others are aligned
  bool aligned_keys;    // all but the first begin at multiples of 16 bytes, in C
  bool aligned_values;  // and in C_values
  unsigned number;      // the merge's, unpredictable
  int ahead;            // a tile is prefetched into the level-2 cache so many tiles before
  double share_of_a;    // m / (m + n)
  double spread;        // half of the deviation of evenly mixed inputs' splits
};

/// The pipeline's blocks come in rounds of as many as fit on the device at once; each makes consecutive
/// tiles. Those of later rounds make fewer, so that all end at about the same time.
struct Plan : Tiling {
  static constexpr int kMostRounds = 16;
  int blocks;
  int blocks_in_round;
  int rounds;
  int first_tile[kMostRounds];
  int tiles_of_block[kMostRounds];
};

/// Tiles first, ..., last - 1.
struct Range {
  int first, last;
};

[[nodiscard]] __device__ inline Range tiles_of_block(const Plan& plan, int block) {
  int round = block / plan.blocks_in_round;
  if (round >= plan.rounds) round = plan.rounds - 1;
  const int each = plan.tiles_of_block[round];
  const int first = plan.first_tile[round] + (block - round * plan.blocks_in_round) * each;
  return {first, at_most(first + each, plan.tiles)};
}

/// The shortage of the first tile that makes the others begin at multiples of 16 bytes, or 16 if there is
/// none.
template <class T>
[[nodiscard]] int shortage_for(const T* out) {
  int shortage = 0;
  while (shortage < 16 && (reinterpret_cast<std::uintptr_t>(out) - shortage * sizeof(T)) % 16 != 0)
    ++shortage;
  return shortage;
}

template <class Key, class Value, class Offset>
[[nodiscard]] Tiling make_tiling(const Arrays<Key, Value, Offset>& arrays, int tiles, int shortage,
                                 bool aligned_keys) {
  const double outputs = static_cast<double>(arrays.m) + static_cast<double>(arrays.n);
  Tiling tiling{};
  tiling.tiles = tiles;
  tiling.shortage = shortage;
  tiling.aligned_keys = aligned_keys;
  tiling.number =
      static_cast<unsigned>(std::chrono::steady_clock::now().time_since_epoch().count()) * 0x85ebca6bU;
  if constexpr (Elements<Key, Value>::kHasValues)
    tiling.aligned_values =
        (reinterpret_cast<std::uintptr_t>(arrays.C_values) - shortage * sizeof(Value)) % 16 == 0;
  tiling.share_of_a = static_cast<double>(arrays.m) / outputs;
  tiling.spread = std::sqrt(outputs * tiling.share_of_a * (1 - tiling.share_of_a)) / 4 + 1;
  return tiling;
}

/// Far enough that a tile is in the level-2 cache when its block begins, and near enough that it is still
/// there. Not used for short merges, which are latency-bound.
template <class E>
[[nodiscard]] int tiles_ahead(std::int64_t outputs, int tile_size) {
  constexpr std::int64_t kFrom = std::int64_t{120} << 20, kAhead = std::int64_t{6} << 20;
  constexpr std::int64_t kBytes = E::kKey + E::kValue;
  return static_cast<int>(outputs * kBytes < kFrom ? outputs / tile_size + 2 : kAhead / (tile_size * kBytes));
}

/// Tiles of tile_size outputs, a multiple of 16: the first may have fewer, and the last at most 15 fewer.
template <class Key, class Value, class Offset>
[[nodiscard]] Tiling make_full_tiles(const Arrays<Key, Value, Offset>& arrays, int tile_size) {
  const Offset outputs = arrays.m + arrays.n;
  int tiles = static_cast<int>((outputs + tile_size - 1) / tile_size);
  int spare = static_cast<int>(static_cast<Offset>(tiles) * tile_size - outputs);
  const int shortage = shortage_for(arrays.C), wanted = shortage % 16;
  int period = 1;  // so many outputs are a multiple of 16 bytes
  while (shortage < 16 && period * sizeof(Key) % 16 != 0) ++period;
  if (spare < wanted) {
    ++tiles;
    spare += tile_size;
  }
  Tiling tiling = make_tiling(arrays, tiles, spare - (spare - wanted) % period, shortage < 16);
  tiling.ahead = tiles_ahead<Elements<Key, Value>>(outputs, tile_size);
  return tiling;
}

template <class Key, class Value, class Offset>
[[nodiscard]] Plan make_plan(const Arrays<Key, Value, Offset>& arrays, int multiprocessors) {
  using S = PipelineShape<Key, Value>;
  const int shortage = shortage_for(arrays.C);
  const int tiles = static_cast<int>((arrays.m + arrays.n + shortage % 16 + S::kTile - 1) / S::kTile);
  Plan plan{};
  static_cast<Tiling&>(plan) = make_tiling(arrays, tiles, shortage % 16, shortage < 16);
  plan.blocks_in_round = multiprocessors * S::kBlocks;

  // Long merges keep a quarter for later rounds, since multiprocessors differ in speed. For short ones that
  // doesn't pay.
  const double part = plan.tiles > 24 * plan.blocks_in_round ? 0.75 : 1;
  int left = plan.tiles;
  for (int round = 0; left > 0; ++round) {
    const int share = static_cast<int>(left * part / plan.blocks_in_round);
    const bool is_last = share <= 1 || round + 1 == Plan::kMostRounds;
    const int each = share > 1 ? share : 1;
    const int blocks = is_last ? (left + each - 1) / each : plan.blocks_in_round;
    plan.first_tile[round] = plan.tiles - left;
    plan.tiles_of_block[round] = each;
    plan.rounds = round + 1;
    plan.blocks += blocks;
    left = is_last ? 0 : left - blocks * each;
  }
  return plan;
}

}  // namespace mergelab::detail
