// mergelab::device_k_way_merge: a stable merge of up to 1024 sorted lists on a GPU, in one pass over memory.
//
//   mergelab::device_k_way_merge(lists, starts, k, total, C, stream);        by <
//   mergelab::device_k_way_merge(lists, starts, k, total, C, stream, less);  by a comparator
//
// For C++17, nvcc of CUDA 12 or later and clang; GPUs from sm_70 on of which a block may have 72 KB of shared
// memory, so not sm_75. docs/k-way.md says how it works, how fast it is, and why.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "device_k_way_merge/cuts.cuh"
#include "device_k_way_merge/four.cuh"
#include "device_k_way_merge/rounds.cuh"
#include "less.cuh"

namespace mergelab {

/// The maximum number of lists of device_k_way_merge.
inline constexpr int kMostLists = 1024;

namespace detail {

/// Every kCoarse-th share's cut is searched for in all lists, the others between these.
constexpr int kCoarse = 32;

template <class Team, class Key, class Compare>
[[nodiscard]] cudaError_t launch_finders(const Lists<Key>& in, const Shares& shares, const Wanted& wanted,
                                         bool is_first, cudaStream_t stream, Compare less) {
  const auto kernel = &find_cuts_kernel<Team, Key, Compare>;
  cudaFuncAttributes compiled{};
  const cudaError_t status = cudaFuncGetAttributes(&compiled, kernel);
  if (status != cudaSuccess) return status;
  cudaLaunchConfig_t launch{};
  launch.gridDim =
      dim3(static_cast<unsigned>((wanted.count(shares.count) + Team::kTeams - 1) / Team::kTeams));
  launch.blockDim = dim3(Team::kFinders);
  launch.stream = stream;
  EarlyStart early;
  if (!is_first) early.allow(launch, compiled);
  return cudaLaunchKernelEx(&launch, kernel, in, shares, wanted, less);
}

/// The kernel that merges shares, with blocks of shape S.
template <class Key, class Compare, int threads, int items, int blocks, int part>
[[nodiscard]] auto kernel_of(FourShape<Key, Compare, threads, items, blocks, part>) {
  return &merge_four_kernel<FourShape<Key, Compare, threads, items, blocks, part>, Key, Compare>;
}
template <class Key, class Compare, int lists, int threads, int items, int blocks, int part>
[[nodiscard]] auto kernel_of(KWayShape<Key, Compare, lists, threads, items, blocks, part>) {
  return &merge_shares_kernel<KWayShape<Key, Compare, lists, threads, items, blocks, part>, Key, Compare>;
}

/// Uses blocks of shape S, and teams that find the coarse cuts and the others; total > 0.
template <class S, class Coarse, class Fine, class Key, class Compare>
[[nodiscard]] cudaError_t launch_k_way_merge(const Lists<Key>& in, int total, cudaStream_t stream,
                                             Compare less) {
  const Shares shares = Shares::of(total, S::kShare, S::kSlack);
  const auto merge = kernel_of(S{});
  cudaFuncAttributes compiled{};
  cudaError_t status = cudaFuncGetAttributes(&compiled, merge);
  if (status == cudaSuccess)
    status = allow_shared_memory(merge, S::kBytes, static_cast<int>(compiled.sharedSizeBytes));
  const bool has_levels = shares.count > kCoarse;
  if (status == cudaSuccess && has_levels) {
    int all = kCoarse;
    while (all < shares.count) all *= 2;
    status = launch_finders<Coarse>(in, shares, Wanted{kCoarse, all}, true, stream, less);
  }
  if (status == cudaSuccess && shares.count > 1)
    status = launch_finders<Fine>(in, shares, Wanted{1, kCoarse}, !has_levels, stream, less);
  if (status != cudaSuccess) return status;
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(static_cast<unsigned>(shares.count));
  launch.blockDim = dim3(S::kThreads);
  launch.dynamicSmemBytes = S::kBytes;
  launch.stream = stream;
  EarlyStart early;
  if (shares.count > 1) early.allow(launch, compiled);
  return cudaLaunchKernelEx(&launch, merge, in, shares, less);
}

/// Chooses the shapes that were measured fastest for k lists (docs/k-way.md).
template <class Key, class Compare>
[[nodiscard]] cudaError_t launch_best_k_way_merge(const Lists<Key>& in, int total, cudaStream_t stream,
                                                  Compare less) {
  constexpr bool kPlain = kIsPlain<Key, Compare>;
  constexpr int kItems = ItemsInRegisters<Key, NoValues>::kItems,
                kManyItems = kPlain ? kNetworkItems : kItems;
  constexpr int kFourItems = sizeof(Key) <= 4 ? 27 : kItems;
  // Keys of one byte need longer shares, which have room for 1024 lists' cuts.
  constexpr int kManyThreads = sizeof(Key) == 1 ? 1024 : 512, kManyBlocks = sizeof(Key) == 1 ? 1 : 2;
  if (in.k <= 4)
    return launch_k_way_merge<FourShape<Key, Compare, 192, kFourItems, 7>, TeamShape<4, 32, 8>,
                              TeamShape<4, 4, 1>>(in, total, stream, less);
  if (in.k <= 16)
    return launch_k_way_merge<KWayShape<Key, Compare, 16, 256, kItems, 5, 128>, TeamShape<16, 128, 8>,
                              TeamShape<16, 16, 1>>(in, total, stream, less);
  if (in.k <= 64)
    return launch_k_way_merge<KWayShape<Key, Compare, 64, 512, kItems, 2, 128>, TeamShape<64, 512, 8>,
                              TeamShape<64, 32, 1>>(in, total, stream, less);
  return launch_k_way_merge<KWayShape<Key, Compare, 1024, kManyThreads, kManyItems, kManyBlocks, 32>,
                            TeamShape<1024, 1024, 1>, TeamShape<1024, 256, 1>>(in, total, stream, less);
}

}  // namespace detail

/// Merges k sorted lists, consecutive in device-readable memory, into C, which has room for `total` keys and
/// overlaps none of them. List l is lists[starts[l]] to lists[starts[l + 1] - 1] and may be empty; the k + 1
/// numbers of `starts` are in device-readable memory, and total is starts[k] - starts[0].
///
/// Stable: keys that are equal by `less` keep their order, those of list 0 first, then those of list 1, and
/// so on. So the output is that of std::stable_sort.
///
/// At most three kernels on `stream`, and one pass over memory. C is cut into shares of about the same size,
/// whatever the keys are, and a block merges each. It needs no workspace (cuts are kept in C), so it may run
/// in several streams at once and be captured into a graph. The graph may be replayed after keys and starts
/// have changed, but not k or total.
///
/// Keys are trivially copyable, at most 16 bytes, at most 16-byte aligned; pointers need only their type's
/// alignment. `less` is a strict weak ordering, trivially copyable, callable on the device. For unsorted
/// lists and NaN the output is unspecified, and no access is outside the arrays.
///
/// Returns the launches' status. Returns cudaErrorInvalidValue and writes nothing if k is below 0 or above
/// kMostLists, if there is a total but no lists, if total is below 0 or above 2^31 - 2^22, or if a pointer is
/// misaligned, or null with total > 0.
template <class Key, class Compare = Less>
[[nodiscard]] cudaError_t device_k_way_merge(const Key* lists, const int* starts, int k, std::int64_t total,
                                             Key* C, cudaStream_t stream = nullptr, Compare less = {}) {
  static_assert(std::is_trivially_copyable<Key>::value,
                "device_k_way_merge moves keys as bytes: they have to be trivially copyable");
  static_assert(sizeof(Key) <= 16 && alignof(Key) <= 16,
                "device_k_way_merge: keys have 16 bytes at most; merge the indices of larger ones");
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - (std::int64_t{1} << 22);
  if (k < 0 || k > kMostLists || total < 0 || total > kMost || (k == 0 && total > 0))
    return cudaErrorInvalidValue;
  if (total == 0) return cudaSuccess;
  if (!detail::is_usable(lists, total) || !detail::is_usable(starts, total) || !detail::is_usable(C, total))
    return cudaErrorInvalidValue;
  return detail::launch_best_k_way_merge(detail::Lists<Key>{lists, starts, k, C}, static_cast<int>(total),
                                         stream, less);
}

}  // namespace mergelab
