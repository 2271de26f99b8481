// mergelab::device_merge_sort: a stable sort by comparisons on a GPU.
//
//   mergelab::device_merge_sort(A, m, C, scratch, stream);         by <
//   mergelab::device_merge_sort(A, m, C, scratch, stream, less);   by a comparator
//
// For C++17, nvcc of CUDA 12 or later and clang; any GPU from sm_70 on. docs/merge-sort.md says how it
// works, and how fast it is.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "device_merge.cuh"
#include "device_merge_sort/block_sort.cuh"
#include "device_merge_sort/pairs.cuh"
#include "device_merge_sort/quads.cuh"

namespace mergelab {
namespace detail {

/// Up to the first number of bytes an array is latency-bound; from the second on, it doesn't fit in the
/// level-2 cache.
#ifdef MERGELAB_SORT_SHORT_BELOW  // set by tests
constexpr std::int64_t kShortBelow = MERGELAB_SORT_SHORT_BELOW, kLongFrom = MERGELAB_SORT_LONG_FROM;
#else
constexpr std::int64_t kShortBelow = std::int64_t{12} << 20, kLongFrom = std::int64_t{32} << 20;
#endif

/// The two buffers that rounds alternate between, and the launches of their kernels.
template <class Key, class Compare>
struct SortLaunch {
  Key *from, *to;
  std::int64_t m;
  cudaStream_t stream;
  Compare less;
  cudaFuncAttributes compiled;

  /// The buffer for A's sorted tiles, chosen so that the last round writes to C.
  template <class S>
  [[nodiscard]] cudaError_t sort_tiles(const Key* A, Key* C, Key* scratch, int rounds) {
    from = rounds % 2 == 0 ? C : scratch;
    to = rounds % 2 == 0 ? scratch : C;
    const auto kernel = &sort_tiles_kernel<S, Key, Compare>;
    const cudaError_t status = cudaFuncGetAttributes(&compiled, kernel);
    return status != cudaSuccess
               ? status
               : launch(kernel, (m - 1) / S::kTile + 1, S::kThreads, S::kBytes, false, A, m, from, less);
  }
  /// Launches a round's kernel, which may start before the previous one has ended.
  template <class... Parameters, class... Arguments>
  [[nodiscard]] cudaError_t launch_in_round(void (*kernel)(Parameters...), std::int64_t blocks, int threads,
                                            int bytes, const Arguments&... arguments) {
    return launch(kernel, blocks, threads, bytes, true, arguments...);
  }
  void exchange_buffers() {
    Key* const merged = to;
    to = from;
    from = merged;
  }
  [[nodiscard]] bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(to) % 16 == 0; }

 private:
  template <class... Parameters, class... Arguments>
  [[nodiscard]] cudaError_t launch(void (*kernel)(Parameters...), std::int64_t blocks, int threads, int bytes,
                                   bool is_early, const Arguments&... arguments) {
    const cudaError_t status = allow_shared_memory(kernel, bytes);
    if (status != cudaSuccess) return status;
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(static_cast<unsigned>(blocks));
    launch.blockDim = dim3(static_cast<unsigned>(threads));
    launch.dynamicSmemBytes = static_cast<std::size_t>(bytes);
    launch.stream = stream;
    EarlyStart early;
    if (is_early) early.allow(launch, compiled);
    return cudaLaunchKernelEx(&launch, kernel, arguments...);
  }
};

/// Rounds that merge two runs each. P: ShortSort or MiddleSort.
template <class P, class Offset, class Key, class Compare>
[[nodiscard]] cudaError_t sort_by_pairs(SortLaunch<Key, Compare>& sort, const Key* A, Key* C, Key* scratch) {
  using S = typename P::Sort;
  using M = typename P::Merge;
  static_assert(S::kTile % M::kTile == 0, "runs are made of whole tiles");
  int in_tile = 0;  // doublings of M's tile
  while (M::kTile << in_tile < S::kTile) ++in_tile;
  int doublings = in_tile;
  while (std::int64_t{M::kTile} << doublings < sort.m) ++doublings;
  cudaError_t status = sort.template sort_tiles<S>(A, C, scratch, doublings - in_tile);
  for (int d = in_tile + 1; d <= doublings && status == cudaSuccess; ++d) {
    const PairRound<Key, Offset> round{sort.from, static_cast<Offset>(sort.m), sort.to, d, sort.is_aligned()};
    status = sort.launch_in_round(&merge_pairs_kernel<M, Key, Offset, Compare>, (sort.m - 1) / M::kTile + 1,
                                  M::kThreads, M::kBytes, round, sort.less);
    sort.exchange_buffers();
  }
  return status;
}

/// How often runs become four times as long until one is left.
[[nodiscard]] inline int quad_rounds(std::int64_t m, std::int64_t width) {
  int rounds = 0;
  for (; width < m; width *= kRuns) ++rounds;
  return rounds;
}

/// Rounds that merge four runs each.
template <class P, class Offset, class Key, class Compare>
[[nodiscard]] cudaError_t sort_by_quads(SortLaunch<Key, Compare>& sort, const Key* A, Key* C, Key* scratch) {
  using S = typename P::Sort;
  using L = typename P::LargeSort;
  using M = typename P::Merge;
  const std::int64_t m = sort.m;
  const bool is_large = quad_rounds(m, L::kTile) < quad_rounds(m, S::kTile);
  std::int64_t width = is_large ? L::kTile : S::kTile;
  const int rounds = quad_rounds(m, width);
  cudaError_t status = is_large ? sort.template sort_tiles<L>(A, C, scratch, rounds)
                                : sort.template sort_tiles<S>(A, C, scratch, rounds);
  for (; width < m && status == cudaSuccess; width *= kRuns) {
    const std::int64_t width_of_quad = kRuns * width < m ? kRuns * width : m;
    const std::int64_t each = quad_tiles_for<M>(width_of_quad), rest = m % width_of_quad;
    const std::int64_t tiles = m / width_of_quad * each + (rest > 0 ? quad_tiles_for<M>(rest) : 0);
    const QuadRound<Key, Offset> round{sort.from,
                                       static_cast<Offset>(m),
                                       sort.to,
                                       static_cast<Offset>(width),
                                       static_cast<Offset>(width_of_quad),
                                       static_cast<int>(tiles),
                                       static_cast<int>(each),
                                       sort.is_aligned()};
    const int lanes = tiles < 4096 ? 32 : 8;  // with few tiles, searches delay each other less
    status = sort.launch_in_round(&find_quad_splits_kernel<M, Key, Offset, Compare>,
                                  (tiles * lanes - 1) / kQuadFinders + 1, kQuadFinders, 0, round, lanes,
                                  sort.less);
    if (status != cudaSuccess) break;
    status = sort.launch_in_round(&merge_quads_kernel<M, Key, Offset, Compare>, tiles, M::kThreads, M::kBytes,
                                  round, sort.less);
    sort.exchange_buffers();
  }
  return status;
}

}  // namespace detail

/// Sorts the m keys of A, which the device can read, into C. `scratch` has room for m more keys. C may be A;
/// otherwise the three don't overlap.
///
/// Stable: keys that are equal by `less` keep their order.
///
/// Asynchronous on `stream`. O(m log m) comparisons. A block sorts a tile in shared memory; rounds then merge
/// two runs each, of long arrays four, from C into scratch or back. A is read once, and each round reads and
/// writes all keys about once. It allocates no memory, so it may run in several streams at once, and be
/// captured into a graph.
///
/// Keys are trivially copyable, of at most 128 bytes, at most 16-byte aligned; pointers need only their
/// type's alignment. To sort keys with values, sort pairs of them by key. `less` is a strict weak ordering,
/// trivially copyable, callable on the device. For any other, such as < with NaN, the output is unspecified
/// and may lack keys, and no access is outside the arrays.
///
/// Returns the launches' status. Returns cudaErrorInvalidValue and writes nothing for a negative size, and if
/// m > 0 for a null or misaligned pointer.
template <class Key, class Compare = Less>
[[nodiscard]] cudaError_t device_merge_sort(const Key* A, std::int64_t m, Key* C, Key* scratch,
                                            cudaStream_t stream = nullptr, Compare less = {}) {
  static_assert(std::is_trivially_copyable<Key>::value,
                "device_merge_sort moves keys as bytes: they have to be trivially copyable");
  static_assert(
      alignof(Key) <= 16 && sizeof(Key) <= 128,
      "device_merge_sort: keys have 128 bytes at most and are aligned to 16; sort their indices instead");
  constexpr bool kHasQuads = sizeof(Key) >= 4;  // a tile's splits need room among its outputs
  // Tiles, and lanes that search for them, are counted in an int.
  constexpr std::int64_t kMost = std::int64_t{64} << 28;
  if (m < 0 || m > kMost || !detail::is_usable(A, m) || !detail::is_usable(C, m) ||
      !detail::is_usable(scratch, m))
    return cudaErrorInvalidValue;
  if (m == 0) return cudaSuccess;
  detail::SortLaunch<Key, Compare> sort{nullptr, nullptr, m, stream, less, {}};
  const std::int64_t bytes = m * std::int64_t{sizeof(Key)};
  const bool is_wide =
      m >= (std::int64_t{1} << 31) - (std::int64_t{1} << 22);  // sums of places leave 32 bits
  if (bytes < detail::kShortBelow)
    return detail::sort_by_pairs<detail::ShortSort<Key>, std::int32_t>(sort, A, C, scratch);
  if constexpr (kHasQuads) {
    if (is_wide) return detail::sort_by_quads<detail::LongSort<Key>, std::int64_t>(sort, A, C, scratch);
    if (bytes >= detail::kLongFrom)
      return detail::sort_by_quads<detail::LongSort<Key>, std::int32_t>(sort, A, C, scratch);
  } else {
    if (is_wide) return detail::sort_by_pairs<detail::MiddleSort<Key>, std::int64_t>(sort, A, C, scratch);
  }
  return detail::sort_by_pairs<detail::MiddleSort<Key>, std::int32_t>(sort, A, C, scratch);
}

}  // namespace mergelab
