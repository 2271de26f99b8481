// Which block of device_merge makes which tiles.
#pragma once

#include <cuda_runtime.h>

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

/// Blocks come in rounds of as many as fit on the device at once, and each makes tiles that lie side by side.
/// Those of later rounds make fewer, so that all end at about the same time.
struct Plan {
  static constexpr int kMostRounds = 16;
  int blocks;
  int blocks_in_round;
  int rounds;
  int first_tile[kMostRounds];
  int tiles_of_block[kMostRounds];
  int tiles;     // in all
  int shortage;  // so many outputs fewer has the first tile, so that the others begin at aligned addresses
  bool aligned_keys;    // tiles but the first begin at multiples of 16 bytes, in C
  bool aligned_values;  // and in C_values
  double share_of_a;    // m / (m + n)
  double spread;        // half of how far the splits of evenly mixed inputs stray
};

/// How many outputs the first tile has to lack, or 16 when no number makes the others begin at multiples of
/// 16 bytes.
template <class T>
[[nodiscard]] int shortage_for(const T* out) {
  int shortage = 0;
  while (shortage < 16 && (reinterpret_cast<std::uintptr_t>(out) - shortage * sizeof(T)) % 16 != 0)
    ++shortage;
  return shortage;
}

template <class Key, class Value, class Offset>
[[nodiscard]] Plan make_plan(const Arrays<Key, Value, Offset>& arrays, int multiprocessors) {
  using S = Shape<Key, Value>;
  const double outputs = static_cast<double>(arrays.m) + static_cast<double>(arrays.n);
  Plan plan{};
  const int shortage = shortage_for(arrays.C);
  plan.aligned_keys = shortage < 16;
  plan.shortage = shortage % 16;
  if constexpr (S::kHasValues)
    plan.aligned_values =
        (reinterpret_cast<std::uintptr_t>(arrays.C_values) - plan.shortage * sizeof(Value)) % 16 == 0;
  plan.tiles = static_cast<int>((arrays.m + arrays.n + plan.shortage + S::kTile - 1) / S::kTile);
  plan.share_of_a = static_cast<double>(arrays.m) / outputs;
  plan.spread = std::sqrt(outputs * plan.share_of_a * (1 - plan.share_of_a)) / 4 + 1;
  plan.blocks_in_round = multiprocessors * S::kBlocks;

  // Long merges keep a quarter for later rounds: multiprocessors differ in speed. Short ones can't win it
  // back.
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
