// Loses: loads. One kernel, of as many blocks as the device runs at once. Each makes tiles that lie side by
// side: four warps merge, and load the next tile meanwhile; a fifth finds where the tile after that ends.
// On a GPU: partly time. What looks ahead takes room from what merges.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreads = 128;  // that merge
constexpr int kItems = 17;
constexpr int kTile = kThreads * kItems;

/// co_rank of k, which is known to be low, ..., high, found by a warp. The first round asks around
/// `expected`.
__device__ inline int co_rank_by_warp(int k, const value_t* A, const value_t* B, int low, int high,
                                      int expected, int apart) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  while (low < high) {
    const int step = apart > 0 ? apart : (high - low + 31) / 32;
    const int start = apart > 0 ? expected - 16 * step : low;
    const int i = min(max(start + lane * step, low), high - 1);
    const int count = __popc(__ballot_sync(0xffffffff, A[i] <= B[k - i - 1]));
    const int last_yes = __shfl_sync(0xffffffff, i, max(count - 1, 0));
    const int first_no = __shfl_sync(0xffffffff, i, min(count, 31));
    if (count > 0) low = last_yes + 1;
    if (count < 32) high = first_no;
    apart = 0;
  }
  return low;
}

/// Loads the tile of `length` outputs that begins at A_tile and B_tile into registers.
__device__ inline void load_tile(const value_t* A_tile, const value_t* B_tile, int A_length, int length,
                                 value_t (&items)[kItems]) {
#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const int p = min(x * kThreads + static_cast<int>(threadIdx.x), length - 1);
    items[x] = p < A_length ? A_tile[p] : B_tile[p - A_length];
  }
}

/// Block b merges tiles [b * tiles_each, (b + 1) * tiles_each).
__global__ void __launch_bounds__(kThreads + 32)
    merge_rows_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int tiles_each) {
  __shared__ value_t keys[kTile + 1];
  __shared__ int splits[4];  // of tile t in t % 4
  const int thread = static_cast<int>(threadIdx.x);
  const int warp = thread / 32;
  const bool merges = thread < kThreads;
  const int total = m + n;
  const int tiles = (total - 1) / kTile + 1;
  const int first = static_cast<int>(blockIdx.x) * tiles_each;
  const int last = min(first + tiles_each, tiles);
  const auto begin = [&](int tile) { return tile < tiles ? tile * kTile : total; };

  if (warp < 3) {
    const int k = begin(first + warp);
    const float share = static_cast<float>(m) / static_cast<float>(total);
    const int split = co_rank_by_warp(k, A, B, max(0, k - n), min(k, m),
                                      static_cast<int>(share * static_cast<float>(k)), 0);
    if (thread % 32 == 0) splits[(first + warp) % 4] = split;
  }
  __syncthreads();  // the first three splits are there
  value_t ahead[kItems] = {};
  const auto load_ahead = [&](int tile) {
    const int i = splits[tile % 4];
    const int k = begin(tile);
    load_tile(A + i, B + (k - i), splits[(tile + 1) % 4] - i, begin(tile + 1) - k, ahead);
  };
  if (merges) load_ahead(first);

  for (int tile = first; tile < last; ++tile) {
    const int k_tile = begin(tile);
    const int length = begin(tile + 1) - k_tile;
    const int A_length = splits[(tile + 1) % 4] - splits[tile % 4];
    if (merges) {
#pragma unroll
      for (int x = 0; x < kItems; ++x) keys[x * kThreads + thread] = ahead[x];
      if (thread == 0) keys[kTile] = ahead[0];
    }
    __syncthreads();  // the tile is there, and so are the splits of the next one
    value_t items[kItems] = {};
    if (merges) {
      if (tile + 1 < last) load_ahead(tile + 1);
      const int k = min(thread * kItems, length);
      int i = co_rank(k, keys, A_length, keys + A_length, length - A_length);
      int j = A_length + k - i;
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
    } else if (tile + 3 <= last) {
      // It lies within a tile of the last one, and about as far on as that one did.
      const int k = begin(tile + 3);
      const int split = splits[(tile + 2) % 4];
      const int most = k - begin(tile + 2);
      const int expected = 2 * split - splits[(tile + 1) % 4];
      const int found =
          co_rank_by_warp(k, A, B, max(split, k - n), min(min(split + most, m), k), expected, 16);
      if (thread % 32 == 0) splits[(tile + 3) % 4] = found;
    }
    __syncthreads();  // all threads have read the keys in whose place the outputs come
    if (merges) {
#pragma unroll
      for (int x = 0; x < kItems; ++x) keys[thread * kItems + x] = items[x];
      __syncwarp();  // a warp stores its own outputs
#pragma unroll
      for (int x = 0; x < kItems; ++x) {
        const int p = warp * 32 * kItems + x * 32 + thread % 32;
        if (p < length) C[k_tile + p] = keys[p];
      }
    }
    __syncthreads();  // the outputs are stored before the next tile comes in their place
  }
}

inline void merge_path(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n == 0) return;
  const int tiles = (m + n - 1) / kTile + 1;
  int multiprocessors = 0;
  int blocks_on_each = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_on_each, merge_rows_kernel, kThreads + 32, 0);
  const int most = max(1, multiprocessors * blocks_on_each);
  const int tiles_each = (tiles - 1) / most + 1;
  merge_rows_kernel<<<(tiles - 1) / tiles_each + 1, kThreads + 32>>>(A, m, B, n, C, tiles_each);
}
