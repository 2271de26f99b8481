// Merges of only keys with a workspace: one kernel finds where all tiles begin, in the order of execution;
// the next one's blocks, one per tile, wait only for their split.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "tile_blocks.cuh"

namespace mergelab::detail {

/// A tile's split in the workspace. The upper halves of both words have the number of their merge, so a merge
/// ignores what an earlier one, even an interrupted one, left.
struct alignas(16) FoundSplit {
  unsigned long long begin, end;
};

[[nodiscard]] __device__ inline unsigned long long marked(unsigned merge, std::int32_t split) {
  return static_cast<unsigned long long>(merge) << 32 | static_cast<unsigned>(split);
}
/// Words that one kernel writes while another reads them: each is atomic, and nothing else depends on them.
__device__ inline void publish(FoundSplit* to, const FoundSplit& split) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};" ::"l"(to), "l"(split.begin), "l"(split.end)
               : "memory");
#else
  atomicExch(&to->begin, split.begin);
  atomicExch(&to->end, split.end);
#endif
}
[[nodiscard]] __device__ inline FoundSplit look_at(FoundSplit* from) {
  FoundSplit split;
#if defined(__CUDA_ARCH__)
  asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];"
               : "=l"(split.begin), "=l"(split.end)
               : "l"(from)
               : "memory");
#else
  split.begin = atomicAdd(&from->begin, 0ULL);
  split.end = atomicAdd(&from->end, 0ULL);
#endif
  return split;
}

/// Whether both words belong to that merge.
[[nodiscard]] __device__ inline bool is_of(const FoundSplit& split, unsigned merge) {
  return static_cast<unsigned>(split.begin >> 32) == merge && static_cast<unsigned>(split.end >> 32) == merge;
}

constexpr int kSoon = 32;     // tiles of a block that are needed first: 8 lanes each
constexpr int kLooks = 2000;  // then a block searches for itself: a millisecond or more

/// Finds the splits of tiles first, ..., last - 1, at most kFinders / kLanes. Called by a whole block.
template <int kLanes, class Block, class Offset>
__device__ void find_and_publish(const Block& block, int first, int last, Offset* splits, unsigned merge,
                                 FoundSplit* found) {
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, own = thread / kLanes;
  if (warp < 2) {
    const Offset split = block.find_split(warp == 0 ? first : last);
    if (lane_id() == 0) splits[warp == 0 ? 0 : last - first] = split;
  }
  __syncthreads();  // the splits at both ends are ready
  const Offset left = splits[0], right = splits[last - first];
  const Offset split =
      block.template find_split_between<kLanes>(at_most(first + own, last), first, left, last, right);
  if (thread % kLanes == 0 && own > 0 && own < last - first) splits[own] = split;
  __syncthreads();  // the splits between are ready
  if (thread < last - first)
    publish(&found[first + thread], {marked(merge, splits[thread]), marked(merge, splits[thread + 1])});
  __syncthreads();  // all have read the splits
}

template <int kThreads, class Key, class Value, class Compare>
__global__ void __launch_bounds__(kFinders)
    publish_splits_kernel(const Arrays<Key, Value, std::int32_t> arrays, const Tiling tiling, Compare less,
                          unsigned merge, FoundSplit* found) {
  __shared__ std::int32_t splits[kFinders + 1];
  let_next_kernel_start();
  const BlockMerge<TileShape<Key, Value, kThreads>, Key, Value, std::int32_t, Compare> block(arrays, tiling,
                                                                                             less, nullptr);
  const int number = static_cast<int>(blockIdx.x), blocks = static_cast<int>(gridDim.x);
  constexpr int kLanes = kFinders / kSoon;
  if (number * kSoon < tiling.tiles)
    find_and_publish<kLanes>(block, number * kSoon, at_most(number * kSoon + kSoon, tiling.tiles), splits,
                             merge, found);
  for (int first = blocks * kSoon + number * kFinders; first < tiling.tiles; first += blocks * kFinders)
    find_and_publish<1>(block, first, at_most(first + kFinders, tiling.tiles), splits, merge, found);
}

/// Waits for a tile's split. If another merge uses the workspace at the same time, or the two kernels don't
/// run concurrently, the block searches for itself. Called by a whole warp.
template <class Block>
[[nodiscard]] __device__ Split<std::int32_t> wait_for_split(const Block& block, int number, unsigned merge,
                                                            FoundSplit* found) {
  for (int look = 0; look < kLooks; ++look) {
    const FoundSplit split = look_at(found);
    if (__all_sync(kAllLanes, is_of(split, merge)))
      return {static_cast<std::int32_t>(split.begin), static_cast<std::int32_t>(split.end)};
    if (__any_sync(kAllLanes, static_cast<unsigned>(split.begin >> 32) > merge)) break;
  }
  std::int32_t ends[2];
#pragma unroll 1
  for (int i = 0; i < 2; ++i) {
    const std::int32_t split = block.find_split(number + i);
    ends[i != 0 ? 1 : 0] = split;
  }
  return {ends[0], ends[1]};
}

template <int kThreads, class Key, class Value, class Compare>
__global__ void __launch_bounds__(kThreads, blocks_asked_for(TileShape<Key, Value, kThreads>::kBlocks))
    merge_waiting_tiles_kernel(const Arrays<Key, Value, std::int32_t> arrays, const Tiling tiling,
                               Compare less, unsigned merge, FoundSplit* found) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  const BlockMerge<TileShape<Key, Value, kThreads>, Key, Value, std::int32_t, Compare> block(
      arrays, tiling, less, merge_memory);
  const int number = static_cast<int>(blockIdx.x);
  // Loaded while it waits for the split; by one thread, since all blocks load the same word.
  const unsigned long long crowds = threadIdx.x == 0 ? look_at_crowds() : 0;
  const Split<std::int32_t> own = wait_for_split(block, number, merge, found + number);
  make_watched_tile(block, number, own, tiling.number, crowds, merge_memory, [&] {
    const int ahead = number + tiling.ahead;
    if (!kPrefetches || threadIdx.x + 1 < kThreads || ahead >= tiling.tiles) return;
    const FoundSplit its = look_at(found + ahead);
    if (is_of(its, merge))
      block.prefetch(ahead, static_cast<std::int32_t>(its.begin), static_cast<std::int32_t>(its.end));
  });
  // The kernel before must not outlast this one: whatever waits for this one waits for both.
  if (number + 1 == static_cast<int>(gridDim.x)) wait_for_last_kernel();
}

}  // namespace mergelab::detail
