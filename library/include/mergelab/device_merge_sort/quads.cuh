// A round of device_merge_sort for long arrays: each four runs become one in another buffer, so half as many
// rounds read and write everything. One kernel finds where tiles begin in the runs; in the other, each block
// merges a tile.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "async_copy.cuh"
#include "block_sort.cuh"
#include "quad_search.cuh"

namespace mergelab::detail {

constexpr int kQuadFinders = 128;  // threads of a block that finds where tiles begin

/// Where a tile's splits are kept: at the first suitable address among its outputs.
template <class Offset, class Key>
[[nodiscard]] __device__ Offset* splits_in(Key* tile) {
  static_assert(QuadShape<Key, 32, 1, 1>::kLeast * sizeof(Key) >= (2 * kRuns - 1) * sizeof(Offset));
  constexpr std::uintptr_t kSize = sizeof(Offset);
  return reinterpret_cast<Offset*>((reinterpret_cast<std::uintptr_t>(tile) + kSize - 1) / kSize * kSize);
}

/// One of each `lanes` threads finds where a tile begins: a warp's searches wait for each other, so with few
/// tiles a warp has few.
template <class S, class Key, class Offset, class Compare>
__global__ void __launch_bounds__(kQuadFinders)
    find_quad_splits_kernel(const QuadRound<Key, Offset> round, int lanes, Compare less) {
  let_next_kernel_start();
  const int thread = static_cast<int>(blockIdx.x) * kQuadFinders + static_cast<int>(threadIdx.x);
  const int tile = thread / lanes;
  wait_for_last_kernel();
  if (thread % lanes != 0 || tile >= round.tiles) return;
  const Quad<S, Key, Offset> quad(round, tile);
  if (quad.is_first) return;
  Offset taken[kRuns];
  QuadSearch<S, Key, Offset, Compare>(quad, less).run(taken);
  Offset* const before = splits_in<Offset>(quad.C + (quad.k - S::kTile)) + (kRuns - 1);
  Offset* const own = splits_in<Offset>(quad.C + quad.k);
#pragma unroll
  for (int r = 0; r + 1 < kRuns; ++r) own[r] = before[r] = taken[r];
}

/// A tile in shared memory: its parts of the four runs, the second and the fourth backward.
struct QuadTile {
  int parts[kRuns];
  int of_P, of_Q;  // outputs of the first two parts, and of the others

  /// Loads the tile of a quad to `keys`, by all threads of a block. Clamps its splits to the arrays, so keys
  /// without an order do no harm elsewhere.
  template <class S, class Key, class Offset>
  __device__ void load(const Quad<S, Key, Offset>& quad, Key* keys) {
    const Offset* const splits = splits_in<Offset>(quad.C + quad.k);
    Offset taken = 0, taken_at_end = 0;
    int room = 0;
#pragma unroll
    for (int r = 0; r < kRuns; ++r) {
      const bool is_last_run = r + 1 == kRuns;
      Offset begin = is_last_run ? quad.k - taken : quad.is_first ? 0 : splits[r];
      Offset end = is_last_run    ? quad.k_end - taken_at_end
                   : quad.is_last ? quad.lengths[r]
                                  : splits[kRuns - 1 + r];
      taken += begin;
      taken_at_end += end;
      begin = inside(begin, Offset{0}, quad.lengths[r]);
      end = inside(end, begin, quad.lengths[r]);
      const Offset left = static_cast<Offset>(quad.k_end - quad.k) - room;
      parts[r] = static_cast<int>(end - begin < left ? end - begin : left);
      const Key* const from = quad.runs[r] + begin;
      Key* const first = keys + (r % 2 == 0 ? room : room + parts[r] - 1);
#pragma unroll 4
      for (int i = static_cast<int>(threadIdx.x); i < parts[r]; i += S::kThreads)
        start_to_copy(r % 2 == 0 ? first + i : first - i, from + i);
      room += parts[r];
    }
    // Keys on both sides, read but never output.
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < S::kBefore) start_to_copy(keys - 1 - thread, quad.runs[0]);
    if (thread == 0) start_to_copy(keys + room, quad.runs[0]);
    of_P = parts[0] + parts[1];
    of_Q = parts[2] + parts[3];
    wait_for_copies();
  }

  template <class Offset>
  [[nodiscard]] __device__ static Offset inside(Offset number, Offset low, Offset high) {
    return number < low ? low : number < high ? number : high;
  }
};

/// Merges the tile's first two parts, and its others, into two facing runs. Called by all threads of a block;
/// none makes outputs of both.
template <class S, class Key, class Compare>
__device__ __forceinline__ void merge_halves(const QuadTile& tile, Key* keys, Key (&items)[S::kItems],
                                             Compare less) {
  const int thread = static_cast<int>(threadIdx.x), threads_of_P = (tile.of_P + S::kItems - 1) / S::kItems;
  const bool is_P = thread < threads_of_P;
  const int* const parts = tile.parts;
  const FacingRuns runs{is_P ? 0 : tile.of_P, is_P ? parts[0] : parts[2], is_P ? parts[1] : parts[3]};
  const int outputs = is_P ? tile.of_P : tile.of_Q,
            wanted = (is_P ? thread : thread - threads_of_P) * S::kItems;
  const int k = at_most(wanted, outputs);
  merge_facing(keys, runs, k, items, less);
  __syncthreads();  // all have read the parts before outputs replace them
  Key* const share = is_P ? keys + k : keys + (tile.of_P + tile.of_Q - 1 - k);
  const int step = is_P ? 1 : -1;
  if (k + S::kItems <= outputs) {
#pragma unroll
    for (int x = 0; x < S::kItems; ++x) share[x * step] = items[x];
  } else {
#pragma unroll
    for (int x = 0; x < S::kItems; ++x)
      if (k + x < outputs) share[x * step] = items[x];
  }
}

/// Block t makes tile t.
template <class S, class Key, class Offset, class Compare>
__global__ void __launch_bounds__((S::kThreads), blocks_asked_for(S::kBlocks))
    merge_quads_kernel(const QuadRound<Key, Offset> round, Compare less) {
  extern __shared__ __align__(128) unsigned char merge_memory[];
  Key* const keys = reinterpret_cast<Key*>(merge_memory) + S::kBefore;
  let_next_kernel_start();
  const Quad<S, Key, Offset> quad(round, static_cast<int>(blockIdx.x));
  const int thread = static_cast<int>(threadIdx.x);
  wait_for_last_kernel();
  QuadTile tile;
  tile.load(quad, keys);
  __syncthreads();  // the tile is ready, and its splits are read before outputs overwrite them
  Key items[S::kItems];
  merge_halves<S>(tile, keys, items, less);
  __syncthreads();  // both halves are ready
  const int all = tile.of_P + tile.of_Q;
  merge_facing(keys, {0, tile.of_P, tile.of_Q}, at_most(thread * S::kItems, all), items, less);
  __syncthreads();  // all have read the halves before outputs replace them
  const int of_warps_before = thread / 32 * S::kWarpOutput;
  store_shares<S>(reinterpret_cast<unsigned char*>(keys + of_warps_before), items,
                  quad.C + quad.k + of_warps_before, all - of_warps_before, round.is_aligned);
}

}  // namespace mergelab::detail
