// How many elements a block of device_merge makes at once, and their layout in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

namespace mergelab {

/// The type of values if there are none.
struct NoValues {};

namespace detail {

[[nodiscard]] __host__ __device__ constexpr int round_up(int number, int unit) {
  return (number + unit - 1) / unit * unit;
}
[[nodiscard]] __host__ __device__ constexpr int at_most(int number, int limit) {
  return number < limit ? number : limit;
}

/// The number of blocks per multiprocessor to request: some GPUs before sm_80 hold too few threads for
/// `blocks`.
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

/// A tile in shared memory, for `threads` threads with `items` outputs each.
template <class Key, class Value, int threads, int items>
struct Layout : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kThreads = threads, kItems = items;
  static constexpr int kTile = kThreads * kItems;
  static constexpr int kWarps = kThreads / 32;
  static constexpr int kWarpOutput = 32 * kItems;  // outputs of a warp
  /// Splits of evenly mixed tiles deviate less from their expected place: usually by at most sqrt(kTile) / 4.
  static constexpr int kNear = kTile > 4096 ? 64 : 32;
  // Both parts of a tile begin and end anywhere in 16 bytes, and together have one key more than the tile.
  static constexpr int kKeyBytes = round_up((kTile + 2) * E::kKey + 64, 128);
  static constexpr int kValueBytes = E::kHasValues ? round_up(kTile * E::kValue + 64, 128) : 0;
  static constexpr int kStageBytes = kKeyBytes + kValueBytes;
};

/// The threads, and outputs per thread, that fill the shared memory of a pipeline's block. The number of
/// outputs is odd, so lanes use different banks.
template <class Key, class Value>
struct PipelineSize : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kStages = 2;  // one tile is merged while the next is loaded
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
  static constexpr int kStagingBytes = round_up(L::kWarpOutput * L::kWidest, 16);      // per warp
  static constexpr int kBytes = kStages * L::kStageBytes + L::kWarps * kStagingBytes;  // per block
  static constexpr int kBlocks = at_most(227 * 1024 / (kBytes + 1536), 4);             // per multiprocessor
  static constexpr bool kStagesInPlace = false;
  /// Where a warp stages its outputs.
  [[nodiscard]] __device__ static constexpr int staging(int warp) {
    return kStages * L::kStageBytes + warp * kStagingBytes;
  }
  [[nodiscard]] __device__ static constexpr int staging_of_values(int warp) { return staging(warp); }
};

/// The odd number of outputs that a thread of a tile's block keeps in registers, with the places of their
/// values.
template <class Key, class Value>
struct ItemsInRegisters : Elements<Key, Value> {
  using E = Elements<Key, Value>;
  static constexpr int kWords = (E::kWidest + 3) / 4 + (E::kHasValues ? 1 : 0);
  static constexpr int kItems = ((E::kHasValues ? 30 : 23) / kWords - 1) / 2 * 2 + 1;
};

/// A block that makes one tile, and stages outputs over its keys and values.
template <class Key, class Value = NoValues, int threads = 256>
struct TileShape : Layout<Key, Value, threads, ItemsInRegisters<Key, Value>::kItems> {
  using L = Layout<Key, Value, threads, ItemsInRegisters<Key, Value>::kItems>;
  static constexpr bool kStagesInPlace = true;
  static constexpr int kBytes = L::kStageBytes;
  static constexpr int kBlocks = (L::kHasValues ? 1024 : 1280) / threads;  // per multiprocessor
  [[nodiscard]] __device__ static constexpr int staging(int warp) { return warp * L::kWarpOutput * L::kKey; }
  [[nodiscard]] __device__ static constexpr int staging_of_values(int warp) {
    return L::kKeyBytes + warp * L::kWarpOutput * L::kValue;
  }
};

/// Whether two kernels were measured faster for long arrays: not for smaller keys, or larger values.
template <class Key, class Value>
inline constexpr bool kTwoKernelsAreFaster = sizeof(Key) >= 4 &&
                                             (Elements<Key, Value>::kHasValues
                                                  ? sizeof(Key) <= 8 && sizeof(Value) >= 4 &&
                                                        sizeof(Value) <= 8
                                                  : sizeof(Key) <= 16);

}  // namespace detail
}  // namespace mergelab
