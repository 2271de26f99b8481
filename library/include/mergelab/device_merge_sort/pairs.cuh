// A round of device_merge_sort: pairs of consecutive sorted runs are merged into another buffer. One launch,
// whose blocks search for themselves, so short arrays have fewer launches.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../device_merge/tile_blocks.cuh"
#include "shapes.cuh"

namespace mergelab::detail {

/// Merges runs of 2^(doublings - 1) tiles in `from` into runs of 2^doublings tiles in `to`. The last ones may
/// be shorter.
template <class Key, class Offset>
struct PairRound {
  const Key* from;
  Offset m;
  Key* to;
  int doublings;
  bool is_aligned;  // `to` is at a multiple of 16 bytes
};

/// The two runs of a tile, as a separate merge. A last run without a partner is merged with an empty one.
template <class S, class Key, class Offset>
struct Pair {
  Arrays<Key, NoValues, Offset> arrays;
  Tiling tiling;
  int number;  // of the tile in its pair

  __device__ Pair(const PairRound<Key, Offset>& round, int tile) {
    const int first = tile >> round.doublings << round.doublings;
    const Offset begin = Offset{first} * S::kTile, width = Offset{S::kTile} << (round.doublings - 1);
    const Offset left = round.m - begin;
    number = tile - first;
    arrays.A = round.from + begin;
    arrays.m = left < width ? left : width;
    arrays.B = arrays.A + arrays.m;
    arrays.n = left - arrays.m < width ? left - arrays.m : width;
    arrays.C = round.to + begin;
    const float outputs = static_cast<float>(arrays.m + arrays.n);
    const float share = static_cast<float>(arrays.m) / outputs;
    tiling.tiles = static_cast<int>((arrays.m + arrays.n + S::kTile - 1) / S::kTile);
    tiling.shortage = 0;
    tiling.aligned_keys = round.is_aligned;
    tiling.share_of_a = share;
    tiling.spread = sqrtf(outputs * share * (1 - share)) / 4 + 1;
  }
};

/// Block t makes tile t. Two of its warps search for the tile's ends.
template <class S, class Key, class Offset, class Compare>
__global__ void __launch_bounds__((S::kThreads), blocks_asked_for(S::kBlocks))
    merge_pairs_kernel(const PairRound<Key, Offset> round, Compare less) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  __shared__ Offset ends[2];
  let_next_kernel_start();
  const Pair<S, Key, Offset> pair(round, static_cast<int>(blockIdx.x));
  const BlockMerge<S, Key, NoValues, Offset, Compare> block(pair.arrays, pair.tiling, less, merge_memory);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  wait_for_last_kernel();
  if (warp < 2) {
    const Offset end = block.find_split(pair.number + warp);
    if (lane_id() == 0) ends[warp] = end;
  }
  __syncthreads();  // both ends are ready
  make_tile(block, pair.number, Split<Offset>{ends[0], ends[1]}, merge_memory, [] {});
}

}  // namespace mergelab::detail
