// Sorts an array. Each block sorts a tile in registers and shared memory. Then rounds of lab 6's merge make
// runs of twice the length, from one buffer into the other.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

inline constexpr int kShare = 23;  // elements of a thread; odd, so that shares begin in different banks
inline constexpr int kSortThreads = 2048 / sizeof(value_t);  // of a block that sorts: what 48 KiB can hold
inline constexpr int kSortTile = kSortThreads * kShare;
inline constexpr int kMergeThreads = 128;  // of a block that merges, as in lab 6
inline constexpr int kMergeTile = kMergeThreads * kShare;
inline constexpr int kFinders = 64;  // threads of a block that finds where tiles begin, a tile each
static_assert(kSortTile % kMergeTile == 0, "a tile that is merged belongs to one pair of runs");

/// Two sorted runs side by side, [begin, middle) and [middle, end). The second may be short, or empty.
struct Pair {
  int begin, middle, end;
};

/// The pair of runs of `width` elements that contains element k of an array of `length`. k <= length.
__host__ __device__ inline Pair pair_at(int k, int length, int width) {
  const int begin = static_cast<int>(k / (2LL * width) * (2LL * width));
  const int middle = begin + min(width, length - begin);
  return {begin, middle, middle + min(width, length - middle)};
}

/// Lets the next launch start early, as in lab 6, and waits until the last one has written its results.
__device__ inline void begin_round() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // before, a kernel starts when the last one has ended
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Merges a pair of runs in shared memory: elements k, k + 1, ... of the result, into `items`.
/// Those past the pair's end may be anything. keys[pair.end] may be read.
__device__ inline void merge_share(const value_t* keys, Pair pair, int k, value_t (&items)[kShare]) {
  // TODO 1 begin: as in lab 6: co_rank, two heads, and as few loads as outputs
  LAB_TODO(1);
  // TODO 1 end
}

/// Block t sorts tile t of A, stable, into the same places of `to`.
__global__ void __launch_bounds__(kSortThreads) sort_tiles_kernel(const value_t* A, int m, value_t* to) {
  [[maybe_unused]] __shared__ value_t keys[kSortTile + 1];  // one more, so that keys[length] may be read
  const int k_tile = static_cast<int>(blockIdx.x) * kSortTile;
  [[maybe_unused]] const int length = min(kSortTile, m - k_tile);
  [[maybe_unused]] const int first = static_cast<int>(threadIdx.x) * kShare;  // of this thread's share

  // TODO 2 begin: load the tile into keys, as in lab 6; then this thread's share, from keys[first] on, into
  //               items. Fill places past the end of a short tile with the greatest element of the share
  LAB_TODO(2);
  // TODO 2 end

  // TODO 3 begin: sort items in kShare rounds that exchange neighbours that are out of order: 0 and 1,
  //               2 and 3, ... in one round, 1 and 2, 3 and 4, ... in the next. Then store them in keys
  LAB_TODO(3);
  // TODO 3 end

  // TODO 4 begin: merge the tile's runs in pairs, in place: of kShare elements, of 2 * kShare, ... until
  //               one is left. Then store it, so that neighbouring threads store neighbouring elements
  LAB_TODO(4);
  // TODO 4 end
}

/// Each thread finds where one tile of a pair's merge begins: how many elements of the first run come before.
/// It waits in `to`, where the tile's outputs will come: splits[0], and splits[1] of the tile before.
__global__ void find_splits_kernel(const value_t* from, int m, int width, value_t* to) {
  begin_round();
  const int tile = static_cast<int>(blockIdx.x) * kFinders + static_cast<int>(threadIdx.x);
  if (tile > (m - 1) / kMergeTile) return;
  const int k_tile = tile * kMergeTile;
  const Pair pair = pair_at(k_tile, m, width);
  if (k_tile == pair.begin) return;  // the first tile begins where the pair does

  // TODO 5 begin: find it with lab 2's co_rank, and store it in both places, as an int
  LAB_TODO(5);
  // TODO 5 end
}

/// Block t merges tile t: pairs of runs of `width` elements in `from` become one run each in `to`.
__global__ void __launch_bounds__(kMergeThreads, 9)
    merge_runs_kernel(const value_t* from, int m, int width, value_t* to) {
  begin_round();
  [[maybe_unused]] __shared__ value_t keys[kMergeTile + 1];  // the first run's part, then the second's
  const int k_tile = static_cast<int>(blockIdx.x) * kMergeTile;
  const int length = min(kMergeTile, m - k_tile);
  const Pair pair = pair_at(k_tile, m, width);
  const int k = k_tile - pair.begin;  // outputs of the pair before the tile
  const int* const splits = reinterpret_cast<const int*>(to + k_tile);
  [[maybe_unused]] const int A_begin = k == 0 ? 0 : splits[0];
  [[maybe_unused]] const int A_end = k_tile + length == pair.end ? pair.middle - pair.begin : splits[1];

  // TODO 6 begin: as lab 6's tile: load it into keys, merge_share, and store through keys
  LAB_TODO(6);
  // TODO 6 end
}

/// Launches one of the two kernels of a round.
template <class Kernel>
void launch(Kernel* kernel, int blocks, int threads, const value_t* from, int m, int width, value_t* to) {
  // TODO 7 begin: with <<<>>> it is right; with lab 6's attribute, from generation 9 on, it is faster
  LAB_TODO(7);
  // TODO 7 end
}

/// Sorts the device array A (m elements) into the device array C, stable, on the default stream, and returns.
/// `scratch` is device memory for m elements more; A stays as it is.
inline void merge_sort(const value_t* A, int m, value_t* C, value_t* scratch) {
  if (m == 0) return;  // nothing to sort, and a launch of no blocks is an error

  // TODO 8 begin: sort_tiles_kernel; then find_splits_kernel and merge_runs_kernel in turns until one run
  //               is left. A round goes from one of C and scratch into the other, the last one into C
  LAB_TODO(8);
  // TODO 8 end
}
