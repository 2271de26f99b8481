// Loses: nothing. Looks for a split from where it is expected on, in steps that double until one has gone too
// far: fewer steps than a window takes when keys mix evenly.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreads = 128;  // of a block that merges; nine such blocks fit on a multiprocessor
// Outputs of a thread. Odd, so that the shares of a warp begin in different banks; many, to pay for a search.
constexpr int kItems = 23;
constexpr int kTile = kThreads * kItems;
constexpr int kFinders = 64;  // threads of a block that finds where tiles begin, a tile each: two warps
// Eight times the first step away from where a tile's split is expected. Where keys mix evenly, splits stray
// by sqrt(kFinders * kTile) / 4 = 108 at most.
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
  // A's part of the tile, then B's. One element more, so that keys[length] may be read.
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

#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const int p = min(x * kThreads + thread, length - 1);
    const value_t* const part = p < A_length ? A + A_begin : B + B_begin - A_length;
    items[x] = part[p];
  }
#pragma unroll
  for (int x = 0; x < kItems; ++x) keys[x * kThreads + thread] = items[x];
  if (thread == 0) keys[kTile] = items[0];  // is read, and never taken
  __syncthreads();                          // the tile is there before it is searched

  const int k = min(thread * kItems, length);
  int i = co_rank(k, keys, A_length, keys + A_length, length - A_length);
  int j = A_length + k - i;  // B's elements follow A's
  value_t head_A = keys[i];
  value_t head_B = keys[j];
#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const bool from_A = j >= length || (i < A_length && head_A <= head_B);
    items[x] = from_A ? head_A : head_B;
    i += from_A ? 1 : 0;
    j += from_A ? 0 : 1;
    const value_t next = keys[min(from_A ? i : j, length)];
    head_A = from_A ? next : head_A;
    head_B = from_A ? head_B : next;
  }
  __syncthreads();  // all threads have read the keys in whose place the outputs come

#pragma unroll
  for (int x = 0; x < kItems; ++x) keys[thread * kItems + x] = items[x];
  __syncthreads();  // the outputs are there before other threads store them
#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const int p = x * kThreads + thread;
    if (p < length) C[k_tile + p] = keys[p];
  }
}

/// co_rank of k, found by all lanes of a warp together: each round asks about 32 elements of A at once.
__device__ inline int co_rank_by_warp(int k, const value_t* A, int m, const value_t* B, int n) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  int low = max(0, k - n);
  int high = min(k, m);
  while (low < high) {
    const int step = (high - low + 31) / 32;
    const int i = min(low + lane * step, high - 1);
    const bool in_prefix = A[i] <= B[k - i - 1];
    const int count = __popc(__ballot_sync(0xffffffff, in_prefix));  // the first `count` lanes say yes
    const int first_no = min(low + count * step, high - 1);
    if (count > 0) low = min(low + (count - 1) * step, high - 1) + 1;
    if (count < 32) high = first_no;
  }
  return low;
}

/// Each thread finds where one tile begins, and where it ends: how many elements of A come before. Both wait
/// at the begin of the tile's own part of C, where its outputs will come: splits[0] and splits[1].
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

  const int end = co_rank_by_warp(thread < 32 ? k_first : k_last, A, m, B, n);
  if (thread % 32 == 0) found[thread < 32 ? 0 : kFinders] = end;
  __syncthreads();  // both ends are found before any thread looks between them
  const int i_first = found[0];
  const int i_last = found[kFinders];
  int low = max(i_first, i_last - (k_last - k));
  int high = min(i_last, i_first + (k - k_first));
  const float share = static_cast<float>(i_last - i_first) / static_cast<float>(max(1, k_last - k_first));
  const int expected = i_first + static_cast<int>(share * static_cast<float>(k - k_first));
  if (low < high) {
    int i = min(max(expected, low), high - 1);
    const bool upwards = A[i] <= B[k - i - 1];
    bool in_prefix = upwards;
    for (int step = kStray / 8; low < high && in_prefix == upwards; step *= 2) {
      if (in_prefix) {
        low = i + 1;
      } else {
        high = i;
      }
      if (low == high) break;
      i = upwards ? min(low - 1 + step, high - 1) : max(high - step, low);
      in_prefix = A[i] <= B[k - i - 1];
    }
    if (low < high) {
      if (in_prefix) {
        low = i + 1;
      } else {
        high = i;
      }
    }
  }
  const int width = high - low;
  if (thread > 0) found[thread] = low + co_rank(width, A + low, width, B + (k - high), width);
  __syncthreads();  // all are found before the neighbours' are read

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
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &overlap;
    config.numAttrs = generation >= 9 ? 1 : 0;
  }
  const cudaError_t status = cudaLaunchKernelEx(&config, merge_tiles_kernel, A, m, B, n, C);
  if (status != cudaSuccess) fprintf(stderr, "merge_tiles_kernel: %s\n", cudaGetErrorString(status));
}
