// mergelab::device_merge: a stable merge of two sorted arrays on a GPU, with an optional workspace.
//
//   mergelab::device_merge(A, m, B, n, C, stream);                                      keys, by <
//   mergelab::device_merge(A, m, B, n, C, stream, less);                                by a comparator
//   mergelab::device_merge(A, m, B, n, C, stream, less, mergelab::values(VA, VB, VC));  with their values
//
//   mergelab::MergeWorkspace workspace;  // kept: long merges are faster with one
//   cudaError_t status = workspace.reserve(most_outputs);
//   status = mergelab::device_merge(A, m, B, n, C, stream, less, mergelab::no_values, &workspace);
//
// For C++17, nvcc of CUDA 12 or later and clang; any GPU from sm_70 on. docs/passing-cub.md says how it
// works, how fast it is, and why.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "device_merge/launch.cuh"
#include "device_merge/pipeline.cuh"
#include "device_merge/tile_blocks.cuh"
#include "device_merge/waiting_tiles.cuh"
#include "less.cuh"
#include "merge_workspace.cuh"

namespace mergelab {

/// The values of A's and B's keys, and the room for C's.
template <class Value>
struct Values {
  const Value* of_A;
  const Value* of_B;
  Value* of_C;
};

/// Passed instead of values before a workspace.
inline constexpr Values<NoValues> no_values{};

template <class Value>
[[nodiscard]] constexpr Values<Value> values(const Value* of_A, const Value* of_B, Value* of_C) {
  return {of_A, of_B, of_C};
}

namespace detail {

/// From so many bytes of output on, a separate kernel finds the tiles' splits: it then takes a small part of
/// the time, and blocks with one tile each are closer to a copy than blocks with many (docs/passing-cub.md).
template <class Key, class Value>
[[nodiscard]] constexpr std::int64_t two_kernels_from() {
#ifdef MERGELAB_TWO_KERNELS_FROM  // set by tests
  return MERGELAB_TWO_KERNELS_FROM;
#else
  return std::int64_t{Elements<Key, Value>::kHasValues ? 160 : 128} << 20;
#endif
}

/// From so many bytes of output on, a merge uses a workspace.
template <class Key, class Value>
[[nodiscard]] constexpr std::int64_t workspace_from() {
#ifdef MERGELAB_WORKSPACE_FROM  // set by tests
  return MERGELAB_WORKSPACE_FROM;
#else
  return std::int64_t{sizeof(Key) == 4 && !Elements<Key, Value>::kHasValues ? 32 : 64} << 20;
#endif
}
/// The least bytes of output for larger tiles.
constexpr std::int64_t kLargeTilesFrom = std::int64_t{192} << 20;

/// Whether a workspace makes a merge with so many bytes of output faster: short ones have too few tiles, and
/// long ones have no latency to hide.
template <class Key, class Value>
[[nodiscard]] constexpr bool workspace_helps(std::int64_t bytes) {
  return kTwoKernelsAreFaster<Key, Value> && bytes >= workspace_from<Key, Value>() &&
         bytes < std::int64_t{1} << 30;
}

template <class Key, class Value, class Offset, class Compare>
[[nodiscard]] cudaError_t launch_pipeline(const Arrays<Key, Value, Offset>& arrays, cudaStream_t stream,
                                          Compare less, int multiprocessors) {
  using S = PipelineShape<Key, Value>;
  const auto kernel = &pipeline_kernel<Key, Value, Offset, Compare>;
  const cudaError_t status = allow_shared_memory(kernel, S::kBytes);
  if (status != cudaSuccess) return status;
  const Plan plan = make_plan(arrays, multiprocessors);
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(static_cast<unsigned>(plan.blocks));
  launch.blockDim = dim3(S::kThreads + 32);
  launch.dynamicSmemBytes = S::kBytes;
  launch.stream = stream;
  return cudaLaunchKernelEx(&launch, kernel, arrays, plan, less);
}

/// Launches `find`, which searches for splits, and then `merge`, a block of shape S per tile, which may start
/// before `find` has ended. Both take the same arguments, first the arrays and their tiling.
template <class S, class... Parameters, class... Arguments>
[[nodiscard]] cudaError_t launch_both(void (*find)(Parameters...), std::int64_t finding_blocks,
                                      void (*merge)(Parameters...), const cudaFuncAttributes& merge_compiled,
                                      std::int64_t tiles, cudaStream_t stream,
                                      const Arguments&... arguments) {
  cudaError_t status = allow_shared_memory(merge, S::kBytes);
  if (status != cudaSuccess) return status;
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(static_cast<unsigned>(finding_blocks));
  launch.blockDim = dim3(kFinders);
  launch.stream = stream;
  status = cudaLaunchKernelEx(&launch, find, arguments...);
  if (status != cudaSuccess) return status;
  launch.gridDim = dim3(static_cast<unsigned>(tiles));
  launch.blockDim = dim3(S::kThreads);
  launch.dynamicSmemBytes = S::kBytes;
  EarlyStart early;
  early.allow(launch, merge_compiled);
  return cudaLaunchKernelEx(&launch, merge, arguments...);
}

template <class Key, class Value, class Offset, class Compare>
[[nodiscard]] cudaError_t launch_two_kernels(const Arrays<Key, Value, Offset>& arrays, cudaStream_t stream,
                                             Compare less) {
  using S = TileShape<Key, Value>;
  const auto merge = &merge_tiles_kernel<Key, Value, Offset, Compare>;
  cudaFuncAttributes compiled{};
  const cudaError_t status = cudaFuncGetAttributes(&compiled, merge);
  if (status != cudaSuccess) return status;
  const Tiling tiling = make_full_tiles(arrays, S::kTile);
  return launch_both<S>(&find_splits_kernel<Key, Value, Offset, Compare>,
                        (tiling.tiles + kFinders - 1) / kFinders, merge, compiled, tiling.tiles, stream,
                        arrays, tiling, less);
}

/// Uses the workspace's kernels if possible; sets `launched` if it does.
template <int kThreads, class Key, class Value, class Compare>
[[nodiscard]] cudaError_t launch_waiting(const Arrays<Key, Value, std::int32_t>& arrays, cudaStream_t stream,
                                         Compare less, int multiprocessors, MergeWorkspace& workspace,
                                         bool& launched) {
  using S = TileShape<Key, Value, kThreads>;
  const Tiling tiling = make_full_tiles(arrays, S::kTile);
  const auto merge = &merge_waiting_tiles_kernel<kThreads, Key, Value, Compare>;
  cudaFuncAttributes compiled{};
  cudaError_t status = cudaFuncGetAttributes(&compiled, merge);
  bool is_usable = false;
  if (status == cudaSuccess && EarlyStart::is_known(compiled))
    status = workspace.is_usable(tiling.tiles, stream, is_usable);
  const unsigned number = status == cudaSuccess && is_usable ? workspace.next() : 0;
  if (number == 0) return status;
  launched = true;
  auto* const found = static_cast<FoundSplit*>(workspace.memory());
  return launch_both<S>(&publish_splits_kernel<kThreads, Key, Value, Compare>, multiprocessors, merge,
                        compiled, tiling.tiles, stream, arrays, tiling, less, number, found);
}

template <class Offset, class Key, class Value, class Compare>
[[nodiscard]] cudaError_t launch_merge(const Arrays<Key, Value, std::int64_t>& all, cudaStream_t stream,
                                       Compare less, int multiprocessors,
                                       MergeWorkspace* workspace = nullptr) {
  const std::int64_t outputs = all.m + all.n;
  if (outputs == 0) return cudaSuccess;
  const Arrays<Key, Value, Offset> arrays{all.A,        static_cast<Offset>(all.m),
                                          all.B,        static_cast<Offset>(all.n),
                                          all.C,        all.A_values,
                                          all.B_values, all.C_values};
  if constexpr (kTwoKernelsAreFaster<Key, Value>) {
    const std::int64_t bytes = outputs * (Elements<Key, Value>::kKey + Elements<Key, Value>::kValue);
    if constexpr (std::is_same<Offset, std::int32_t>::value) {
      if (workspace != nullptr && workspace_helps<Key, Value>(bytes)) {
        bool launched = false;
        const auto launch = bytes >= kLargeTilesFrom ? &launch_waiting<256, Key, Value, Compare>
                                                     : &launch_waiting<128, Key, Value, Compare>;
        const cudaError_t status = launch(arrays, stream, less, multiprocessors, *workspace, launched);
        if (launched || status != cudaSuccess) return status;
      }
    }
    if (bytes >= two_kernels_from<Key, Value>()) return launch_two_kernels(arrays, stream, less);
  }
  return launch_pipeline(arrays, stream, less, multiprocessors);
}

}  // namespace detail

/// Merges the sorted arrays A (m keys) and B (n keys), in device-readable memory, into C, which has room for
/// m + n keys and overlaps neither.
///
/// Stable: keys that are equal by `less` keep their order, A's before B's. So the output is that of
/// std::merge. With values(VA, VB, VC), the value of each key goes to the same place in VC.
///
/// One kernel on `stream`, or two for long arrays; O(m + n + p log(m + n)) comparisons for p blocks. Each key
/// is read about once. It needs no workspace and allocates no memory (the first of two kernels keeps its
/// results in C), so it may run in several streams at once and be captured into a graph, which may be
/// replayed after the keys have changed.
///
/// A workspace is optional: with one, long merges are up to a tenth faster (see MergeWorkspace).
///
/// Inputs can be constructed that cause bank conflicts. A long merge detects that in its first tiles and
/// changes the layout of the others; all merges share a word in device memory for that, and no output depends
/// on it.
///
/// Keys and values are trivially copyable, at most 16-byte aligned; pointers need only their type's
/// alignment. `less` is a strict weak ordering, trivially copyable, callable on the device. For unsorted
/// inputs and NaN the output is unspecified, and no access is outside the arrays.
///
/// Returns the launch's status. Returns cudaErrorInvalidValue and writes nothing for a negative size, a null
/// pointer to a non-empty part, or a misaligned pointer.
template <class Key, class Compare = Less, class Value = NoValues>
[[nodiscard]] cudaError_t device_merge(const Key* A, std::int64_t m, const Key* B, std::int64_t n, Key* C,
                                       cudaStream_t stream = nullptr, Compare less = {},
                                       const Values<Value>& with = {}, MergeWorkspace* workspace = nullptr) {
  static_assert(std::is_trivially_copyable<Key>::value && std::is_trivially_copyable<Value>::value,
                "device_merge moves keys and values as bytes: they have to be trivially copyable");
  static_assert(alignof(Key) <= 16 && alignof(Value) <= 16,
                "device_merge: keys and values are aligned to 16 bytes at most");
  // Tiles are counted in an int.
  constexpr std::int64_t kMost = std::int64_t{detail::PipelineShape<Key, Value>::kTile} << 28;
  if (m < 0 || n < 0 || m > kMost || n > kMost - m) return cudaErrorInvalidValue;
  if (!detail::is_usable(A, m) || !detail::is_usable(B, n) || !detail::is_usable(C, m + n))
    return cudaErrorInvalidValue;
  if constexpr (!std::is_same<Value, NoValues>::value) {
    if (!detail::is_usable(with.of_A, m) || !detail::is_usable(with.of_B, n) ||
        !detail::is_usable(with.of_C, m + n))
      return cudaErrorInvalidValue;
  }
  const detail::Arrays<Key, Value, std::int64_t> arrays{A, m, B, n, C, with.of_A, with.of_B, with.of_C};
  int device = 0, multiprocessors = 0;
  cudaError_t status = cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status != cudaSuccess) return status;
  // Offsets have 32 bits if all sums of places fit.
  if (m + n < (std::int64_t{1} << 31) - (std::int64_t{1} << 22))
    return detail::launch_merge<std::int32_t>(arrays, stream, less, multiprocessors, workspace);
  return detail::launch_merge<std::int64_t>(arrays, stream, less, multiprocessors, workspace);
}

}  // namespace mergelab
