// Merges two sorted arrays in little more than the time of a copy. One kernel finds where each tile of C
// begins in A and B; the other may start while the first still runs, and each of its blocks merges a tile in
// registers.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreads = 128;  // of a block that merges; nine such blocks fit on a multiprocessor
// Outputs of a thread. Odd, so that the shares of a warp begin in different banks; many, to pay for a search.
constexpr int kItems = 23;
constexpr int kTile = kThreads * kItems;
constexpr int kFinders = 64;  // threads of a block that finds where tiles begin, a tile each: two warps
// Half the window around a tile's expected split, searched first. If keys mix evenly, splits are off by
// sqrt(kFinders * kTile) / 4 = 108 at most, so they are hardly ever outside.
inline constexpr int kStray = 512;

/// Where tile t begins in C: tiles are kTile long, and the last one ends with C.
__device__ inline int tile_begin(int t, int total) {
  return static_cast<int>(min(static_cast<long long>(t) * kTile, static_cast<long long>(total)));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900  // these GPUs start a kernel when the one before has ended
__device__ inline void let_next_kernel_start() {}
__device__ inline void wait_for_last_kernel() {}
#else
__device__ inline void let_next_kernel_start() { cudaTriggerProgrammaticLaunchCompletion(); }
__device__ inline void wait_for_last_kernel() { cudaGridDependencySynchronize(); }
#endif

/// Block t merges tile t.
__global__ void __launch_bounds__(kThreads, 9)
    merge_tiles_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  // A's part of the tile, then B's. One more element, so that keys[length] may be read.
  [[maybe_unused]] __shared__ value_t keys[kTile + 1];
  [[maybe_unused]] const int thread = static_cast<int>(threadIdx.x);
  const int tile = static_cast<int>(blockIdx.x);
  const int k_tile = tile * kTile;
  const int length = min(kTile, m + n - k_tile);
  const bool is_last = k_tile + length == m + n;

  wait_for_last_kernel();
  const int* const splits = reinterpret_cast<const int*>(C + k_tile);
  const int A_begin = tile == 0 ? 0 : splits[0];
  [[maybe_unused]] const int A_length = (is_last ? m : splits[1]) - A_begin;
  [[maybe_unused]] const int B_begin = k_tile - A_begin;
  // This thread's: registers, where the compiler knows each index. So #pragma unroll the loops over them.
  [[maybe_unused]] value_t items[kItems];

  // TODO 1 begin: load the tile, first into items and then into keys: thread t loads elements t,
  //               t + kThreads, ...; places past the end of a short tile load its last element once more
  LAB_TODO(1);
  // TODO 1 end

  // TODO 2 begin: merge this thread's share, outputs thread * kItems on, from keys into items
  LAB_TODO(2);
  // TODO 2 end

  // TODO 3 begin: store items through keys, so that neighbouring threads store neighbouring elements of C
  LAB_TODO(3);
  // TODO 3 end
}

/// co_rank of k, found by all lanes of a warp together: each round asks about 32 elements of A at once.
__device__ inline int co_rank_by_warp(int k, const value_t* A, int m, const value_t* B, int n) {
  // TODO 4 begin: as in lab 2, but with 32 candidates between low and high in each round, one for each lane
  LAB_TODO(4);
  return 0;
  // TODO 4 end
}

/// Each thread finds the start and the end of one tile: how many elements of A are before. It stores both
/// at the start of the tile's part of C, which later gets its outputs: splits[0] and splits[1].
__global__ void find_splits_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  let_next_kernel_start();
  __shared__ int found[kFinders + 1];  // of the block's tiles, and of the one behind them
  const int thread = static_cast<int>(threadIdx.x);
  const int total = m + n;
  const int tiles = (total - 1) / kTile + 1;
  const int first = static_cast<int>(blockIdx.x) * kFinders;
  const int tile = first + thread;
  [[maybe_unused]] const int k_first = tile_begin(first, total);
  [[maybe_unused]] const int k_last = tile_begin(first + kFinders, total);
  const int k = tile_begin(tile, total);

  // TODO 5 begin: one warp finds the co-rank of k_first, the other one that of k_last; then each thread finds
  //               found[thread], the split of its k, between these two and close to where it is expected
  LAB_TODO(5);
  // TODO 5 end

  int* const splits = reinterpret_cast<int*>(C + k);
  if (tile < tiles) splits[0] = found[thread];
  if (tile + 1 < tiles) splits[1] = found[thread + 1];
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into the device array C (m + n elements,
/// below 2^31), stable, ties from A first, on the default stream, and returns. Needs no other memory.
inline void merge_path(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  int generation = 0;  // of the GPU
  cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, 0);
  const int tiles = (m + n - 1) / kTile + 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(tiles);
  config.blockDim = dim3(kThreads);
  [[maybe_unused]] cudaLaunchAttribute overlap{};
  if (tiles > 1) {  // the only tile needs no split
    find_splits_kernel<<<(tiles - 1) / kFinders + 1, kFinders>>>(A, m, B, n, C);
    // TODO 6 begin: from generation 9 on, give config the attribute by which merge_tiles_kernel may start
    //               before that one has ended. Without it all is right, and slower
    LAB_TODO(6);
    // TODO 6 end
  }
  const cudaError_t status = cudaLaunchKernelEx(&config, merge_tiles_kernel, A, m, B, n, C);
  if (status != cudaSuccess) fprintf(stderr, "merge_tiles_kernel: %s\n", cudaGetErrorString(status));
}
