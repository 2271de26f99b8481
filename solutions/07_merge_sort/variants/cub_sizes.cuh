// Loses: nothing. CUB's sizes: 256 threads with 17 elements each both sort a tile and merge one. Smaller
// tiles take a round more for most lengths.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

inline constexpr int kShare = 17;  // elements of a thread; odd, so that shares begin in different banks
inline constexpr int kSortThreads = 256;
inline constexpr int kSortTile = kSortThreads * kShare;
inline constexpr int kMergeThreads = 256;
inline constexpr int kMergeTile = kMergeThreads * kShare;
inline constexpr int kFinders = 64;  // threads of a block that finds where tiles begin, a tile each
static_assert(kSortTile % kMergeTile == 0, "a tile that is merged belongs to one pair of runs");

/// Two sorted runs side by side, [begin, middle) and [middle, end). The second may be short, or empty.
struct Pair {
  int begin, middle, end;
};

/// The pair that element k of an array of `length` belongs to, whose runs have `width` elements. k <= length.
__host__ __device__ inline Pair pair_at(int k, int length, int width) {
  const int begin = static_cast<int>(k / (2LL * width) * (2LL * width));
  const int middle = begin + min(width, length - begin);
  return {begin, middle, middle + min(width, length - middle)};
}

/// Lets the next launch start early, as in lab 6, and waits until what the last one wrote is there.
__device__ inline void begin_round() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // before, a kernel starts when the last one has ended
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Merges a pair of runs in shared memory: the elements of places k, k + 1, ... of the result, into `items`.
/// Those behind the pair's end may be anything. keys[pair.end] may be read.
__device__ inline void merge_share(const value_t* keys, Pair pair, int k, value_t (&items)[kShare]) {
  const int k_pair = k - pair.begin;  // of the pair's own outputs
  const int i_pair = co_rank(k_pair, keys + pair.begin, pair.middle - pair.begin, keys + pair.middle,
                             pair.end - pair.middle);
  int i = pair.begin + i_pair;
  int j = pair.middle + k_pair - i_pair;
  value_t head_A = keys[i];
  value_t head_B = keys[j];
#pragma unroll
  for (int x = 0; x < kShare; ++x) {
    const bool from_A = j >= pair.end || (i < pair.middle && head_A <= head_B);
    items[x] = from_A ? head_A : head_B;
    i += from_A ? 1 : 0;
    j += from_A ? 0 : 1;
    const value_t next = keys[min(from_A ? i : j, pair.end)];
    head_A = from_A ? next : head_A;
    head_B = from_A ? head_B : next;
  }
}

/// Block t sorts tile t of A, stable, into the same places of `to`.
__global__ void __launch_bounds__(kSortThreads) sort_tiles_kernel(const value_t* A, int m, value_t* to) {
  __shared__ value_t keys[kSortTile + 1];  // one more, so that keys[length] may be read
  const int k_tile = static_cast<int>(blockIdx.x) * kSortTile;
  const int length = min(kSortTile, m - k_tile);
  const int first = static_cast<int>(threadIdx.x) * kShare;  // of this thread's share

  const int thread = static_cast<int>(threadIdx.x);
  value_t items[kShare];
#pragma unroll
  for (int x = 0; x < kShare; ++x) items[x] = A[k_tile + min(x * kSortThreads + thread, length - 1)];
#pragma unroll
  for (int x = 0; x < kShare; ++x) keys[x * kSortThreads + thread] = items[x];
  if (thread == 0) keys[kSortTile] = items[0];  // is read, and never taken
  __syncthreads();                              // the tile is there before threads take their shares
  value_t greatest = keys[first];
#pragma unroll
  for (int x = 0; x < kShare; ++x) {
    items[x] = keys[first + x];
    const bool in_tile = first + x < length;
    if (in_tile && greatest < items[x]) greatest = items[x];
    if (!in_tile) items[x] = greatest;  // stays behind the others
  }

#pragma unroll
  for (int round = 0; round < kShare; ++round) {
#pragma unroll
    for (int x = round % 2; x + 1 < kShare; x += 2) {
      const value_t left = items[x], right = items[x + 1];
      const bool exchange = right < left;
      items[x] = exchange ? right : left;
      items[x + 1] = exchange ? left : right;
    }
  }
#pragma unroll
  for (int x = 0; x < kShare; ++x) keys[first + x] = items[x];

  for (int width = kShare; width < length; width *= 2) {
    __syncthreads();  // both runs are there before they are merged
    const int k = min(first, length);
    merge_share(keys, pair_at(k, length, width), k, items);
    __syncthreads();  // all threads have read the runs in whose place the outputs come
#pragma unroll
    for (int x = 0; x < kShare; ++x) keys[first + x] = items[x];
  }
  __syncthreads();  // the tile is sorted before other threads store it
#pragma unroll
  for (int x = 0; x < kShare; ++x) {
    const int p = x * kSortThreads + thread;
    if (p < length) to[k_tile + p] = keys[p];
  }
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

  const int i = co_rank(k_tile - pair.begin, from + pair.begin, pair.middle - pair.begin, from + pair.middle,
                        pair.end - pair.middle);
  reinterpret_cast<int*>(to + k_tile)[0] = i;
  reinterpret_cast<int*>(to + k_tile - kMergeTile)[1] = i;
}

/// Block t merges tile t: pairs of runs of `width` elements in `from` become one run each in `to`.
__global__ void __launch_bounds__(kMergeThreads)
    merge_runs_kernel(const value_t* from, int m, int width, value_t* to) {
  begin_round();
  __shared__ value_t keys[kMergeTile + 1];  // the first run's part, then the second's
  const int k_tile = static_cast<int>(blockIdx.x) * kMergeTile;
  const int length = min(kMergeTile, m - k_tile);
  const Pair pair = pair_at(k_tile, m, width);
  const int k = k_tile - pair.begin;  // outputs of the pair before the tile
  const int* const splits = reinterpret_cast<const int*>(to + k_tile);
  const int A_begin = k == 0 ? 0 : splits[0];
  const int A_end = k_tile + length == pair.end ? pair.middle - pair.begin : splits[1];

  const int thread = static_cast<int>(threadIdx.x);
  const int A_length = A_end - A_begin;
  value_t items[kShare];
  const value_t* const A = from + pair.begin + A_begin;
  const value_t* const B = from + pair.middle + (k - A_begin);
#pragma unroll
  for (int x = 0; x < kShare; ++x) {
    const int p = min(x * kMergeThreads + thread, length - 1);
    const value_t* const part = p < A_length ? A : B - A_length;
    items[x] = part[p];
  }
#pragma unroll
  for (int x = 0; x < kShare; ++x) keys[x * kMergeThreads + thread] = items[x];
  if (thread == 0) keys[kMergeTile] = items[0];
  __syncthreads();  // the tile is there before it is searched
  merge_share(keys, {0, A_length, length}, min(thread * kShare, length), items);
  __syncthreads();  // all threads have read the keys in whose place the outputs come
#pragma unroll
  for (int x = 0; x < kShare; ++x) keys[thread * kShare + x] = items[x];
  __syncthreads();  // the outputs are there before other threads store them
#pragma unroll
  for (int x = 0; x < kShare; ++x) {
    const int p = x * kMergeThreads + thread;
    if (p < length) to[k_tile + p] = keys[p];
  }
}

/// Launches one of the two kernels of a round.
template <class Kernel>
void launch(Kernel* kernel, int blocks, int threads, const value_t* from, int m, int width, value_t* to) {
  int generation = 0;  // of the GPU
  cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, 0);
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.attrs = &overlap;
  config.numAttrs = generation >= 9 ? 1 : 0;
  const cudaError_t status = cudaLaunchKernelEx(&config, kernel, from, m, width, to);
  if (status != cudaSuccess) fprintf(stderr, "a round of merge_sort: %s\n", cudaGetErrorString(status));
}

/// Sorts the device array A (m elements) into the device array C, stable, on the default stream, and returns.
/// `scratch` is device memory for m elements more; A stays as it is.
inline void merge_sort(const value_t* A, int m, value_t* C, value_t* scratch) {
  if (m == 0) return;  // nothing to sort, and a launch of no blocks is an error

  int rounds = 0;
  for (long long width = kSortTile; width < m; width *= 2) ++rounds;
  value_t* from = rounds % 2 == 0 ? C : scratch;
  value_t* to = rounds % 2 == 0 ? scratch : C;
  sort_tiles_kernel<<<(m - 1) / kSortTile + 1, kSortThreads>>>(A, m, from);
  const int tiles = (m - 1) / kMergeTile + 1;
  for (long long width = kSortTile; width < m; width *= 2) {
    const int run = static_cast<int>(width);
    launch(find_splits_kernel, (tiles - 1) / kFinders + 1, kFinders, from, m, run, to);
    launch(merge_runs_kernel, tiles, kMergeThreads, from, m, run, to);
    value_t* const merged = to;
    to = from;
    from = merged;
  }
}
