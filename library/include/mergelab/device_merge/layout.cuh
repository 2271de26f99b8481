// How many elements a block of device_merge makes at once, and where they lie in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

namespace mergelab {

/// In the place of values where there are none.
struct NoValues {};

namespace detail {

[[nodiscard]] __host__ __device__ constexpr int round_up(int number, int unit) {
  return (number + unit - 1) / unit * unit;
}
[[nodiscard]] __host__ __device__ constexpr int at_most(int number, int limit) {
  return number < limit ? number : limit;
}

/// What differs from one type of elements to the next. A block has kThreads threads that merge, and one warp
/// that searches and loads. A thread makes kItems outputs of a tile, an odd number, which keeps lanes in
/// different banks.
template <class Key, class Value>
struct Shape {
  static constexpr bool kHasValues = !std::is_same<Value, NoValues>::value;
  static constexpr int kKey = sizeof(Key), kValue = kHasValues ? int{sizeof(Value)} : 0;
  static constexpr int kWidest = kKey > kValue ? kKey : kValue;
  static constexpr int kStages = 2;  // one tile is merged while the next one comes
  static constexpr int kItemBytes = kStages * (kKey + kValue) + kWidest;
  static constexpr int kBudget = kKey + kValue < 16 ? 54 * 1024 : 61 * 1024;
  static constexpr int kThreads = 256 * kItemBytes <= kBudget ? 256 : 64 * kItemBytes <= kBudget ? 64 : 32;
  static constexpr int kMost = kBudget / (kThreads * kItemBytes);
  static constexpr int kItems = at_most(kMost < 2 ? 1 : (kMost - 1) / 2 * 2 + 1, 23);
  static constexpr int kTile = kThreads * kItems;
  static constexpr int kWarps = kThreads / 32;
  static_assert(kMost >= 1, "device_merge: the keys or values are too large; merge their indices instead");

  // Both parts of a tile begin and end anywhere in 16 bytes, and have one key more than the tile has.
  static constexpr int kKeyBytes = round_up((kTile + 2) * kKey + 64, 128);
  static constexpr int kValueBytes = kHasValues ? round_up(kTile * kValue + 64, 128) : 0;
  static constexpr int kStageBytes = kKeyBytes + kValueBytes;
  static constexpr int kWarpOutput = 32 * kItems;                                // outputs of a warp
  static constexpr int kStagingBytes = round_up(kWarpOutput * kWidest, 16);      // of a warp
  static constexpr int kBytes = kStages * kStageBytes + kWarps * kStagingBytes;  // of a block
  static constexpr int kBlocks = at_most(227 * 1024 / (kBytes + 1536), 4);       // of a multiprocessor
};

}  // namespace detail
}  // namespace mergelab
