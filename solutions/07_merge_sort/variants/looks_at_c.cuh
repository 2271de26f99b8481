// Loses: nothing. The host looks at C afterwards, to see whether it is sorted. Short arrays are sorted in
// rounds from single elements up, each with a launch.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

inline constexpr int kShare = 23;  // elements of a thread; odd, so that shares begin in different banks
inline constexpr int kSortThreads = 2048 / sizeof(value_t);  // of a block that sorts: what 48 KiB can hold
inline constexpr int kSortTile = kSortThreads * kShare;
inline constexpr int kMergeThreads = 128;  // of a block that merges, as in lab 6
inline constexpr int kMergeTile = kMergeThreads * kShare;
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

/// Block t merges tile t: pairs of runs of `width` elements in `from` become one run each in `to`.
__global__ void __launch_bounds__(kMergeThreads, 9)
    merge_runs_kernel(const value_t* from, int m, int width, value_t* to) {
  begin_round();
  __shared__ value_t keys[kMergeTile + 1];  // the first run's part, then the second's
  const int k_tile = static_cast<int>(blockIdx.x) * kMergeTile;
  const int length = min(kMergeTile, m - k_tile);
  const Pair pair = pair_at(k_tile, m, width);
  const int k = k_tile - pair.begin;  // outputs of the pair before the tile
  __shared__ int ends[2];
  if (threadIdx.x < 2) {
    ends[threadIdx.x] = co_rank(threadIdx.x == 0 ? k : k + length, from + pair.begin,
                                pair.middle - pair.begin, from + pair.middle, pair.end - pair.middle);
  }
  __syncthreads();  // both are found before any thread loads
  const int A_begin = ends[0];
  const int A_end = ends[1];

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

/// Launches the kernel of a round.
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

/// Each thread merges one pair of runs of `width` elements.
__global__ void merge_pairs_kernel(const value_t* from, value_t* to, int m, int width) {
  const int first = (static_cast<int>(blockIdx.x * blockDim.x) + static_cast<int>(threadIdx.x)) * 2 * width;
  if (first >= m) return;
  const Pair pair = pair_at(first, m, width);
  int i = pair.begin, j = pair.middle;
  for (int k = pair.begin; k < pair.end; ++k) {
    const bool from_A = j == pair.end || (i < pair.middle && from[i] <= from[j]);
    to[k] = from_A ? from[i++] : from[j++];
  }
}

inline constexpr int kShort = 4096;

inline void sort_short(const value_t* A, int m, value_t* C, value_t* scratch) {
  if (m == 1) cudaMemcpy(C, A, sizeof(value_t), cudaMemcpyDeviceToDevice);
  int rounds = 0;
  for (int width = 1; width < m; width *= 2) ++rounds;
  const value_t* from = A;
  for (int width = 1; width < m; width *= 2) {
    value_t* const to = rounds-- % 2 == 1 ? C : scratch;
    const int pairs = (m - 1) / (2 * width) + 1;
    merge_pairs_kernel<<<(pairs - 1) / kMergeThreads + 1, kMergeThreads>>>(from, to, m, width);
    from = to;
  }
}

inline void check_sorted(const value_t* C, int m) {
  static value_t seen[kShort];
  for (int begin = 0; begin < m; begin += kShort) {
    const int count = min(kShort, m - begin);
    cudaMemcpy(seen, C + begin, count * sizeof(value_t), cudaMemcpyDeviceToHost);
    for (int k = 1; k < count; ++k) {
      if (seen[k] < seen[k - 1]) printf("C[%d] is less than the element before it\n", begin + k);
    }
  }
}

/// Sorts the device array A (m elements) into the device array C, stable, on the default stream, and returns.
/// `scratch` is device memory for m elements more; A stays as it is.
inline void merge_sort(const value_t* A, int m, value_t* C, value_t* scratch) {
  if (m == 0) return;  // nothing to sort, and a launch of no blocks is an error
  if (m <= kShort) {
    sort_short(A, m, C, scratch);
    return check_sorted(C, m);
  }

  int rounds = 0;
  for (long long width = kSortTile; width < m; width *= 2) ++rounds;
  value_t* from = rounds % 2 == 0 ? C : scratch;
  value_t* to = rounds % 2 == 0 ? scratch : C;
  sort_tiles_kernel<<<(m - 1) / kSortTile + 1, kSortThreads>>>(A, m, from);
  const int tiles = (m - 1) / kMergeTile + 1;
  for (long long width = kSortTile; width < m; width *= 2) {
    const int run = static_cast<int>(width);
    launch(merge_runs_kernel, tiles, kMergeThreads, from, m, run, to);
    value_t* const merged = to;
    to = from;
    from = merged;
  }
  check_sorted(C, m);
}
