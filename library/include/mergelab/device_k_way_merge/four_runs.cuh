// Shares of up to four lists: their size, and the loading of their runs into shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../device_merge/launch.cuh"
#include "../device_merge/search.cuh"
#include "../device_merge/tile.cuh"
#include "shape.cuh"

namespace mergelab::detail {

/// For blocks of `threads` threads with `items` outputs each, `blocks` of them on a multiprocessor.
template <class Key_, class Compare_, int threads, int items, int blocks, int part = 64>
struct FourShape {
  using Key = Key_;
  using Compare = Compare_;
  static constexpr int kRuns = 4, kThreads = threads, kItems = items, kBlocks = blocks;
  static constexpr int kKey = int{sizeof(Key)};
  /// In the first merge each thread makes outputs of one pair of runs, and a thread of each pair also makes
  /// what follows its last output.
  static constexpr int kShare = (kThreads - 1) * kItems - 1;
  static constexpr int kSlack = kShare / part;
  static_assert(has_room_for_cuts(kShare, kSlack, kRuns, int{sizeof(Key)}));
  /// Each run has one extra key, and begins and ends anywhere in a granule of 16 bytes.
  static constexpr int kGranules = ((kShare + kRuns) * kKey + 15) / 16 + 2 * kRuns;
  static constexpr int kRows = (kGranules + kThreads - 1) / kThreads;
  /// Outputs have in shared memory the same offset in a granule as in C.
  static constexpr int kMade = kThreads * kItems * kKey + 16;
  /// Up to kItems + 1 keys behind the end may be read.
  static constexpr int kBytes =
      round_up((kGranules * 16 > kMade ? kGranules * 16 : kMade) + (kItems + 1) * kKey, 16);
};

/// A share's runs in shared memory, each in the same granules of 16 bytes as in global memory.
template <class S>
struct FourRuns {
  int places[S::kRuns], lengths[S::kRuns], granules[S::kRuns];  // the last one of the runs before, too
  int moves[S::kRuns];  // granule i in shared memory is granule i + moves of the lists
  bool are_open;        // each has a key behind it
  int begin;            // the share's first place in C

  __device__ __forceinline__ FourRuns(const Lists<typename S::Key>& in, const Shares& shares, int share) {
    const int* const cuts = cuts_in(in.C + shares.inside(share));
    const int* const starts = share == 0 ? in.starts : cuts;
    const int* const ends = share + 1 == shares.count ? in.starts + 1 : cuts + in.k;
    const int turn = static_cast<int>(reinterpret_cast<std::uintptr_t>(in.lists) % 16);
    int first[S::kRuns], last[S::kRuns], ends_of_lists[S::kRuns], before = 0, up_to_end = 0;
#pragma unroll
    for (int r = 0; r < S::kRuns; ++r) {
      first[r] = r < in.k ? starts[r] : 0;
      last[r] = r < in.k ? ends[r] : 0;
      ends_of_lists[r] = r < in.k ? in.starts[r + 1] : 0;
      before += r < in.k ? first[r] - in.starts[r] : 0;
      up_to_end += r < in.k ? last[r] - in.starts[r] : 0;
    }
    begin = shares.begin_by(share, before);
    int room = 0, left = shares.limit(share, up_to_end) - begin;
    are_open = true;
#pragma unroll
    for (int r = 0; r < S::kRuns; ++r) {
      const int length = last[r] - first[r];
      lengths[r] = at_most(length < 0 ? 0 : length, left);
      left -= lengths[r];
      const bool is_open = last[r] < ends_of_lists[r] && first[r] <= last[r];
      are_open &= is_open;
      const std::int64_t from = std::int64_t{first[r]} * S::kKey + turn;
      const std::int64_t end = from + std::int64_t{(lengths[r] + (is_open ? 1 : 0))} * S::kKey;
      const int origin = static_cast<int>(from >> 4),
                count = lengths[r] + is_open > 0 ? static_cast<int>((end + 15) >> 4) - origin : 0;
      places[r] = room * 16 + static_cast<int>(from & 15);
      moves[r] = origin - room;
      room += count;
      granules[r] = room;
    }
  }
  /// Whether the share has a granule of the lists.
  [[nodiscard]] __device__ bool has_part(int granule) const {
    bool has = false;
    int before = 0;
#pragma unroll
    for (int r = 0; r < S::kRuns; ++r) {
      has |= granule >= before + moves[r] && granule < granules[r] + moves[r];
      before = granules[r];
    }
    return has;
  }
};

/// Loads the granules of a share's runs. Granules at both ends of all lists may contain other data and are
/// moved byte by byte. All lists have `total` keys.
template <class S, class Key>
__device__ __forceinline__ void load_runs(const Lists<Key>& in, const FourRuns<S>& runs, int total,
                                          unsigned char* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(in.lists);
  const std::int64_t begin = std::int64_t{in.starts[0]} * S::kKey + static_cast<int>(address % 16);
  const std::int64_t end = begin + std::int64_t{total} * S::kKey;
  const uint4* const from = reinterpret_cast<const uint4*>(address / 16 * 16);
  uint4* const to = reinterpret_cast<uint4*>(memory);
  const int first_whole = static_cast<int>((begin + 15) >> 4), behind_whole = static_cast<int>(end >> 4);
  uint4 loaded[S::kRows];
#pragma unroll
  for (int row = 0; row < S::kRows; ++row) {
    const int i = row * S::kThreads + static_cast<int>(threadIdx.x);
    const int low = i < runs.granules[0] ? runs.moves[0] : runs.moves[1];
    const int high = i < runs.granules[2] ? runs.moves[2] : runs.moves[3];
    const int source = i + (i < runs.granules[1] ? low : high);
    if (i < runs.granules[3] && source >= first_whole && source < behind_whole) loaded[row] = from[source];
  }
#pragma unroll
  for (int row = 0; row < S::kRows; ++row) {
    const int i = row * S::kThreads + static_cast<int>(threadIdx.x);
    if (i < runs.granules[3]) to[i] = loaded[row];
  }
  // Keys behind the end may be read but are never output.
  for (int i = runs.granules[3] + static_cast<int>(threadIdx.x); i < S::kBytes / 16; i += S::kThreads)
    to[i] = uint4{};
  // The few partial granules.
  const bool has_ends = runs.has_part(first_whole - 1) || runs.has_part(behind_whole);
  if (!has_ends) return;
  __syncthreads();  // all are loaded before bytes of some are replaced
  for (int byte = static_cast<int>(threadIdx.x); byte < runs.granules[3] * 16; byte += S::kThreads) {
    const int i = byte / 16;
    const int low = i < runs.granules[0] ? runs.moves[0] : runs.moves[1];
    const int high = i < runs.granules[2] ? runs.moves[2] : runs.moves[3];
    const int source = i + (i < runs.granules[1] ? low : high);
    const std::int64_t at = std::int64_t{source} * 16 + byte % 16;
    if ((source < first_whole || source >= behind_whole) && at >= begin && at < end)
      memory[byte] = reinterpret_cast<const unsigned char*>(from)[at];
  }
}

}  // namespace mergelab::detail
