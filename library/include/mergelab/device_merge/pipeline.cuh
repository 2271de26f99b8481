// The pipeline: device_merge in one kernel. Each block merges consecutive tiles. One warp works ahead: it
// finds where the next tile ends and loads it, while the others merge the current tile.
#pragma once

#include <cuda_runtime.h>

#include "block_merge.cuh"

namespace mergelab::detail {

template <class Key, class Value, class Offset, class Compare>
__global__ void __launch_bounds__((PipelineShape<Key, Value>::kThreads + 32),
                                  blocks_asked_for(PipelineShape<Key, Value>::kBlocks))
    pipeline_kernel(const Arrays<Key, Value, Offset> arrays, const Plan plan, Compare less) {
  using S = PipelineShape<Key, Value>;
  extern __shared__ __align__(128) unsigned char merge_memory[];
  __shared__ Tile tiles[S::kStages];
  __shared__ Offset splits[2];
  const BlockMerge<S, Key, Value, Offset, Compare> block(arrays, plan, less, merge_memory);
  const Range own = tiles_of_block(plan, static_cast<int>(blockIdx.x));
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const bool is_loader = warp == S::kWarps;

#ifdef MERGELAB_HAS_COPY_ENGINE
  __shared__ CopyBarrier full[S::kStages], empty[S::kStages];
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < S::kStages; ++stage) {
      full[stage].initialize(32);
      empty[stage].initialize(S::kThreads);
    }
    CopyBarrier::publish_initialized();
  }
#endif
  if (warp == 0 || is_loader) {  // one finds the first tile's beginning, the other its end
    const Offset split = block.find_split(own.first + (is_loader ? 0 : 1));
    if (lane_id() == 0) splits[is_loader ? 0 : 1] = split;
  }
  __syncthreads();  // the splits and the barriers are ready

#ifdef MERGELAB_HAS_COPY_ENGINE
  if (is_loader) {
    Offset a = splits[0], a_end = splits[1];
    int guess = static_cast<int>(a_end - a);
    unsigned parity = 1;
    for (int number = own.first, stage = 0; number < own.last; ++number) {
      if (number > own.first) {
        a_end = block.find_end(number, a, guess);
        guess = (3 * guess + static_cast<int>(a_end - a) + 2) / 4;
      }
      if (number - own.first >= S::kStages) empty[stage].wait(parity);
      unsigned bytes = 0;
      const Tile tile = block.load(number, stage, a, a_end, [&](const Part& part) {
        if (part.has_ends()) {
          part.load_ends(merge_memory, lane_id(), 32, PlainBanks{});
          order_before_copies();
        }
        if (lane_id() == 0) bytes += part.start_granules(merge_memory, full[stage]);
      });
      if (lane_id() == 0) {
        tiles[stage] = tile;
        full[stage].arrive_expecting(bytes);
      } else {
        full[stage].arrive();
      }
      a = a_end;
      if (++stage == S::kStages) {
        stage = 0;
        parity ^= 1;
      }
    }
  } else {
    unsigned parity = 0;
    for (int number = own.first, stage = 0; number < own.last; ++number) {
      full[stage].wait(parity);
      const Tile tile = tiles[stage];
      block.merge(tile, PlainBanks{}, [&] { empty[stage].arrive(); });
      if (++stage == S::kStages) {
        stage = 0;
        parity ^= 1;
      }
    }
  }
#else
  constexpr int kAll = S::kThreads + 32;
  for (int number = own.first; number < own.last; ++number) {
    if (number > own.first && is_loader) {
      const Offset end = block.find_end(number, splits[0], tiles[0].from_A);
      if (lane_id() == 0) splits[1] = end;
    }
    __syncthreads();  // the tile's end is ready
    const Offset a = splits[0], a_end = splits[1];
    const Tile tile = block.load(number, 0, a, a_end, [&](const Part& part) {
      part.load_ends(merge_memory, static_cast<int>(threadIdx.x), kAll, PlainBanks{});
      part.load_granules(merge_memory, static_cast<int>(threadIdx.x), kAll);
    });
    __syncthreads();  // the tile is ready, and all have read its splits
    if (threadIdx.x == 0) {
      splits[0] = a_end;
      tiles[0] = tile;
    }
    if (!is_loader) block.merge(tile, PlainBanks{}, [] {});
    __syncthreads();  // the tile is merged before the next one replaces it
  }
#endif
}

}  // namespace mergelab::detail
