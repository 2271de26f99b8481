// What the kernels of device_k_way_merge merge, how C is cut into shares, and how large these are.
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

/// C in shares that are as long as each other, but for one element: a block makes each.
struct Shares {
  int total, count;
  [[nodiscard]] __host__ __device__ int begin(int share) const {
    return static_cast<int>(static_cast<std::int64_t>(total) * share / count);
  }
};

/// Where the cuts of a share wait, which begins at this place of C: k numbers for that at its begin, and k
/// more for that at its end. Its outputs come in their place.
template <class Key>
[[nodiscard]] __device__ int* cuts_in(Key* share) {
  constexpr std::uintptr_t kSize = sizeof(int);
  return reinterpret_cast<int*>((reinterpret_cast<std::uintptr_t>(share) + kSize - 1) / kSize * kSize);
}

/// Whether keys that are equal can't be told apart, and min and max of two are an instruction each. A thread
/// may merge such keys in any order, so by a network.
template <class Key, class Compare>
inline constexpr bool kIsPlain = std::is_integral<Key>::value &&
                                 sizeof(Key) == 4 && std::is_same<Compare, Less>::value;

/// How many outputs a thread makes of the 32 that the network has room for. Even, so that the lanes of a warp
/// load from different banks (NetworkMerge); not 32, for then they would store to one and the same.
constexpr int kNetworkItems = 30;

/// For merges of at most `lists` lists, by blocks of `threads` threads that make `items` outputs each;
/// `blocks` blocks are on a multiprocessor.
template <class Key_, class Compare_, int lists, int threads, int items, int blocks>
struct KWayShape {
  using Key = Key_;
  using Compare = Compare_;
  static constexpr bool kIsPlain = detail::kIsPlain<Key, Compare>;
  static constexpr int kMostLists = lists, kThreads = threads, kItems = items, kBlocks = blocks;
  /// Few lists have long runs in a share, which are merged as they are. Of many lists they are short, and
  /// threads sort what they have first.
  static constexpr bool kIsFew = lists <= 64;
  static constexpr int kShare = kThreads * kItems;
  static constexpr int kRoom = kShare + 32;  // places of shared memory: what is behind may be read
  static constexpr int kBytes = kRoom * int{sizeof(Key)};
  static_assert((lists & (lists - 1)) == 0 && lists >= 4, "rounds halve the number of runs");
  static_assert(kShare / 2 * int{sizeof(Key)} >= (2 * kMostLists + 1) * int{sizeof(int)},
                "the cuts of a share need room in it");
};

/// Threads that look for a cut through at most `lists` lists: `threads` of them, `lanes` for each list.
template <int lists, int threads, int lanes>
struct TeamShape {
  static constexpr int kThreads = threads, kLanes = lanes;
  static constexpr int kListsOfThread = (lists * lanes + threads - 1) / threads;
  static constexpr int kFinders = threads > 32 ? threads : 128;  // of a block
  static constexpr int kTeams = kFinders / threads;
  static constexpr bool kIsForMany = threads > 32 && lanes == 1 && lists > 64;
};

}  // namespace mergelab::detail
