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

/// How many blocks of so many are asked for on a multiprocessor: before sm_80 some hold too few threads for
/// them.
[[nodiscard]] __host__ __device__ constexpr int blocks_asked_for([[maybe_unused]] int blocks) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return 1;
#else
  return blocks;
#endif
}

template <class Key, class Value>
struct Elements {
  static constexpr bool kHasValues = !std::is_same<Value, NoValues>::value;
  static constexpr int kKey = sizeof(Key), kValue = kHasValues ? int{sizeof(Value)} : 0;
  static constexpr int kWidest = kKey > kValue ? kKey : kValue;
  static constexpr bool kAreAlignedToSize =
      alignof(Key) == sizeof(Key) && (!kHasValues || alignof(Value) == sizeof(Value));
};

/// A tile in shared memory, of `threads` threads that each make `items` outputs of it.
template <class Key, class Value, int threads, int items>
struct Layout : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kThreads = threads, kItems = items;
  static constexpr int kTile = kThreads * kItems;
  static constexpr int kWarps = kThreads / 32;
  static constexpr int kWarpOutput = 32 * kItems;  // outputs of a warp
  /// Splits of evenly mixed tiles stray less from where they are expected: by sqrt(kTile) / 4 at most,
  /// usually.
  static constexpr int kNear = kTile > 4096 ? 64 : 32;
  // Both parts of a tile begin and end anywhere in 16 bytes, and have one key more than the tile has.
  static constexpr int kKeyBytes = round_up((kTile + 2) * E::kKey + 64, 128);
  static constexpr int kValueBytes = E::kHasValues ? round_up(kTile * E::kValue + 64, 128) : 0;
  static constexpr int kStageBytes = kKeyBytes + kValueBytes;
};

/// How many threads and outputs each fill the shared memory that a block of the pipeline may have. The number
/// of outputs is odd, which keeps lanes in different banks.
template <class Key, class Value>
struct PipelineSize : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kStages = 2;  // one tile is merged while the next one comes
  static constexpr int kItemBytes = kStages * (E::kKey + E::kValue) + E::kWidest;
  static constexpr int kBudget = E::kKey + E::kValue < 16 ? 54 * 1024 : 61 * 1024;
  static constexpr int kThreads = 256 * kItemBytes <= kBudget ? 256 : 64 * kItemBytes <= kBudget ? 64 : 32;
  static constexpr int kMost = kBudget / (kThreads * kItemBytes);
  static constexpr int kItems = at_most(kMost < 2 ? 1 : (kMost - 1) / 2 * 2 + 1, 23);
  static_assert(kMost >= 1, "device_merge: the keys or values are too large; merge their indices instead");
};

/// A block of the pipeline: kThreads threads that merge, and one warp that searches and loads.
template <class Key, class Value>
struct PipelineShape
    : Layout<Key, Value, PipelineSize<Key, Value>::kThreads, PipelineSize<Key, Value>::kItems> {
  using L = Layout<Key, Value, PipelineSize<Key, Value>::kThreads, PipelineSize<Key, Value>::kItems>;
  static constexpr int kStages = PipelineSize<Key, Value>::kStages;
  static constexpr int kStagingBytes = round_up(L::kWarpOutput * L::kWidest, 16);      // of a warp
  static constexpr int kBytes = kStages * L::kStageBytes + L::kWarps * kStagingBytes;  // of a block
  static constexpr int kBlocks = at_most(227 * 1024 / (kBytes + 1536), 4);             // of a multiprocessor
  static constexpr bool kStagesInPlace = false;
  /// Where a warp stages outputs that it stores.
  [[nodiscard]] __device__ static constexpr int staging(int warp) {
    return kStages * L::kStageBytes + warp * kStagingBytes;
  }
  [[nodiscard]] __device__ static constexpr int staging_of_values(int warp) { return staging(warp); }
};

/// How many outputs a thread of a tile's block keeps in registers, with where their values lie: an odd
/// number.
template <class Key, class Value>
struct ItemsInRegisters : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kWords = (E::kWidest + 3) / 4 + (E::kHasValues ? 1 : 0);
  static constexpr int kItems = ((E::kHasValues ? 30 : 23) / kWords - 1) / 2 * 2 + 1;
};

/// A block that makes one tile, and stages outputs where its keys and values were.
template <class Key, class Value = NoValues, int threads = 256>
struct TileShape : Layout<Key, Value, threads, ItemsInRegisters<Key, Value>::kItems> {
  using L = Layout<Key, Value, threads, ItemsInRegisters<Key, Value>::kItems>;
  static constexpr bool kStagesInPlace = true;
  static constexpr int kBytes = L::kStageBytes;
  static constexpr int kBlocks = (L::kHasValues ? 1024 : 1280) / threads;  // of a multiprocessor
  [[nodiscard]] __device__ static constexpr int staging(int warp) { return warp * L::kWarpOutput * L::kKey; }
  [[nodiscard]] __device__ static constexpr int staging_of_values(int warp) {
    return L::kKeyBytes + warp * L::kWarpOutput * L::kValue;
  }
};

/// Where two kernels were measured faster for long arrays: not with smaller keys, or larger values.
template <class Key, class Value>
inline constexpr bool kTwoKernelsAreFaster = sizeof(Key) >= 4 &&
                                             (Elements<Key, Value>::kHasValues
                                                  ? sizeof(Key) <= 8 && sizeof(Value) >= 4 &&
                                                        sizeof(Value) <= 8
                                                  : sizeof(Key) <= 16);

}  // namespace detail
}  // namespace mergelab
