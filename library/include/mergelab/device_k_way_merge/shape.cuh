// The inputs of device_k_way_merge's kernels, and the cutting of C into shares.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "../device_merge/layout.cuh"
#include "../less.cuh"

namespace mergelab::detail {

template <class Key>
struct Lists {
  const Key* lists;
  const int* starts;  // list l is lists[starts[l]] to lists[starts[l + 1] - 1]
  int k;
  Key* C;
};

/// Shares begin at multiples of this, so each has the same offset in a granule of 16 bytes as C.
constexpr int kShareUnit = 16;

/// C in shares, one per block. Cuts are searched for at places that are equally far apart, within one unit; a
/// cut may have up to `slack` elements more or less before it.
struct Shares {
  int total, count, slack;
  int units, longer;  // of the shortest, and how many have one more
  /// Of at most `most` elements for all cuts.
  [[nodiscard]] static Shares of(int total, int most, int slack) {
    const int units = (total - 1) / kShareUnit + 1;
    const int count = (total - 1) / ((most - 2 * slack) / kShareUnit * kShareUnit) + 1;
    return {total, count, slack, units / count, units % count};
  }
  /// The intended beginning of a share.
  [[nodiscard]] __host__ __device__ int begin(int share) const {
    return at_most((share * units + at_most(share, longer)) * kShareUnit, total);
  }
  /// The share's beginning by its cuts, also if lists aren't sorted.
  [[nodiscard]] __device__ int begin_by(int share, int cuts) const {
    if (share == 0) return 0;
    const int low = begin(share) - slack, high = begin(share) + slack;
    return cuts < low ? low : cuts < high ? cuts : high;
  }
  /// The end of the range where it may end: where the next one begins, by the cuts.
  [[nodiscard]] __device__ int limit(int share, int cuts) const {
    return share + 1 == count ? total : begin_by(share + 1, cuts);
  }
  /// A place that no other share's outputs use, and those behind it.
  [[nodiscard]] __device__ int inside(int share) const { return begin(share) + slack; }
};

/// The offset in a share at which its cuts are kept: k numbers for its beginning, and k more for its end. Its
/// outputs overwrite them.
template <class Key>
[[nodiscard]] __device__ int* cuts_in(Key* inside) {
  constexpr std::uintptr_t kSize = sizeof(int);
  return reinterpret_cast<int*>((reinterpret_cast<std::uintptr_t>(inside) + kSize - 1) / kSize * kSize);
}

/// Whether equal keys are indistinguishable, and min and max are one instruction each. A thread may merge
/// such keys in any order, so with a network.
template <class Key, class Compare>
inline constexpr bool kIsPlain = std::is_integral<Key>::value &&
                                 sizeof(Key) == 4 && std::is_same<Compare, Less>::value;

/// The outputs of a thread, of the network's 32. Even, so that the lanes of a warp load from different banks
/// (NetworkMerge); not 32, since then all would store to the same bank.
constexpr int kNetworkItems = 30;

/// Whether the cuts through so many lists fit in the shortest share, which may be half as long as the longest
/// one.
[[nodiscard]] constexpr bool has_room_for_cuts(int share, int slack, int lists, int key_bytes) {
  const int shortest = (share - 2 * slack - kShareUnit) / 2 - 2 * kShareUnit - 2 * slack;
  return shortest * key_bytes >= (2 * lists + 1) * int{sizeof(int)};
}

/// For merges of at most `lists` lists, with blocks of `threads` threads that make `items` outputs each,
/// `blocks` of them on a multiprocessor.
template <class Key_, class Compare_, int lists, int threads, int items, int blocks, int part = 64>
struct KWayShape {
  using Key = Key_;
  using Compare = Compare_;
  static constexpr bool kIsPlain = detail::kIsPlain<Key, Compare>;
  static constexpr int kMostLists = lists, kThreads = threads, kItems = items, kBlocks = blocks;
  /// Few lists have long runs in a share, which are merged directly. Many lists have short ones, so threads
  /// sort first.
  static constexpr bool kIsFew = lists <= 64;
  static constexpr int kShare = kThreads * kItems;
  static constexpr int kSlack = kShare / part;
  /// Warps sort plain keys with a network, which temporarily needs more room.
  static constexpr bool kSortsWarps = !kIsFew && kIsPlain;
  static constexpr int kSpread = 32 * 33;
  /// Places in shared memory: those behind the share may be read.
  static constexpr int kRoom = (kSortsWarps ? kThreads / 32 * kSpread : kShare) + 32;
  static constexpr int kBytes = kRoom * int{sizeof(Key)};
  static_assert((lists & (lists - 1)) == 0 && lists >= 4, "rounds halve the number of runs");
  static_assert(has_room_for_cuts(kShare, kSlack, kMostLists, int{sizeof(Key)}));
};

/// Threads that search for a cut through at most `lists` lists: `threads` of them, `lanes` per list.
template <int lists, int threads, int lanes>
struct TeamShape {
  static constexpr int kThreads = threads, kLanes = lanes;
  static constexpr int kListsOfThread = (lists * lanes + threads - 1) / threads;
  static constexpr int kFinders = threads > 32 ? threads : 128;  // in a block
  static constexpr int kTeams = kFinders / threads;
};

}  // namespace mergelab::detail
