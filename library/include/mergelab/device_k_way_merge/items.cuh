// The work of one thread in registers: it sorts a few elements, or merges its part of two runs.
#pragma once

#include <cuda_runtime.h>

#include <limits>

#include "../device_merge/tile.cuh"
#include "runs.cuh"

namespace mergelab::detail {

/// Returns how many of the outputs of a pair before place p come from its first run.
template <class Key, class Compare>
[[nodiscard]] __device__ __forceinline__ int split_of(const Key* keys, const RunPair& pair, int p,
                                                      Compare less) {
  const int count = p - pair.begin, from_second = pair.end - pair.middle;
  const int low = pair.begin + (count > from_second ? count - from_second : 0),
            high = at_most(p, pair.middle);
  const int both = pair.middle + p - 1;  // the sum of two compared places
  return first_refused(low, high, [&](int i) { return !less(keys[both - i], keys[i]); }) - pair.begin;
}

/// The checks that a thread's outputs need.
enum class Checks {
  none,  // both runs go on behind them
  ends,  // they are all of one pair
  pairs  // further pairs follow
};

/// A serial merge, for any keys and order: stable.
template <class S, class Key, class Compare>
struct SerialMerge {
  static constexpr int kItems = S::kItems, kRegisters = kItems;
  Compare less;

  /// Makes the outputs from place p on, of the pair whose first run is `run`.
  __device__ __forceinline__ void merge_runs(const Key* keys, const Runs<S>& runs, int count, int width,
                                             int run, int p, int last, Key (&items)[kItems]) const {
    const RunPair pair = runs.pair_at(run, width, count);
    const int i = pair.begin + split_of(keys, pair, p, less), j = pair.middle + p - i;
    const auto on_to_next = [&](RunPair& next) {
      run += 2 * width;
      next = runs.pair_at(at_most(run, count), width, count);
    };
    if (__all_sync(kAllLanes, i + kItems <= pair.middle && j + kItems <= pair.end))
      merge<Checks::none>(keys, pair, p, i, j, items, on_to_next);
    else if (__all_sync(kAllLanes, last <= pair.end))
      merge<Checks::ends>(keys, pair, p, i, j, items, on_to_next);
    else
      merge<Checks::pairs>(keys, pair, p, i, j, items, on_to_next);
  }
  __device__ __forceinline__ void merge_pair(const Key* keys, const RunPair& pair, int p,
                                             Key (&items)[kItems]) const {
    const int i = pair.begin + split_of(keys, pair, p, less), j = pair.middle + p - i;
    const auto stays = [](RunPair&) {};
    if (__all_sync(kAllLanes, i + kItems <= pair.middle && j + kItems <= pair.end))
      merge<Checks::none>(keys, pair, p, i, j, items, stays);
    else
      merge<Checks::ends>(keys, pair, p, i, j, items, stays);
  }
  /// Compares neighbours only, so equal keys keep their order.
  __device__ __forceinline__ void sort(const Key* keys, int p, int count, Key (&items)[kItems]) const {
#pragma unroll
    for (int x = 0; x < kItems; ++x) items[x] = keys[p + x];
#pragma unroll
    for (int row = 0; row < kItems; ++row) {
#pragma unroll
      for (int x = row % 2; x + 1 < kItems; x += 2) {
        if (x + 1 < count && less(items[x + 1], items[x])) {
          const Key least = items[x + 1];
          items[x + 1] = items[x];
          items[x] = least;
        }
      }
    }
  }

 private:
  template <Checks kChecks, class Next>
  __device__ __forceinline__ void merge(const Key* keys, RunPair pair, int p, int i, int j,
                                        Key (&items)[kItems], const Next& on_to_next) const {
    Key a = keys[i], b = keys[j];
#pragma unroll
    for (int x = 0; x < kItems; ++x) {
      if (kChecks == Checks::pairs && p + x == pair.end) {
        on_to_next(pair);
        i = p + x;
        j = pair.middle;
        a = keys[i];
        b = keys[j];
      }
      const bool takes_a =
          kChecks == Checks::none ? !less(b, a) : j >= pair.end || (i < pair.middle && !less(b, a));
      items[x] = takes_a ? a : b;
      const int next = (takes_a ? i : j) + 1;
      const Key key = keys[next];
      if (takes_a) {
        a = key;
        i = next;
      } else {
        b = key;
        j = next;
      }
    }
  }
};

constexpr int kSlots = 32;  // of the network

/// Merges plain keys with a network: no step depends on the one before, and no two lanes of a warp load from
/// the same bank.
template <class Key>
struct NetworkMerge {
  static constexpr int kRegisters = kSlots;

  /// Compares elements i to i + 31 of the first run with elements j + 31 to j of the second: the smaller of
  /// each two are the first 32 outputs, a bitonic sequence. In step x lane t loads from bank x + t of the
  /// first run; i + j is kNetworkItems * t plus a constant of the pair, so the banks of the second run
  /// differ, too. That rotates the bitonic sequence, which still sorts.
  __device__ __forceinline__ void merge_pair(const Key* keys, const RunPair& pair, int p,
                                             Key (&slots)[kSlots]) const {
    const int i = pair.begin + split_of(keys, pair, p, Less{}), j = pair.middle + p - i;
    // If both runs continue behind the loaded elements, no check is needed.
    if (__all_sync(kAllLanes, i + kSlots <= pair.middle && j + kSlots <= pair.end))
      load<false>(keys, pair, i, j, slots);
    else
      load<true>(keys, pair, i, j, slots);
    halve<kSlots / 2>(slots);
  }
  __device__ __forceinline__ void sort(const Key* keys, int p, int count, Key (&slots)[kSlots]) const {
#pragma unroll
    for (int x = 0; x < kSlots; ++x) slots[x] = x < kNetworkItems && x < count ? keys[p + x] : kGreatest;
#pragma unroll
    for (int width = 2; width <= kSlots; width *= 2) {
#pragma unroll
      for (int x = 0; x < kSlots; ++x)
        if ((x & width / 2) == 0) order(slots[x], slots[x ^ (width - 1)]);
#pragma unroll
      for (int step = width / 4; step > 0; step /= 2) {
#pragma unroll
        for (int x = 0; x < kSlots; ++x)
          if ((x & step) == 0) order(slots[x], slots[x + step]);
      }
    }
  }
  /// Sorts a warp's 32 sorted slots per lane, so that lane t has slots 32 t to 32 t + 31.
  __device__ __forceinline__ void merge_lanes(Key (&slots)[kSlots]) const {
#pragma unroll 1
    for (int lanes = 2; lanes <= 32; lanes *= 2) {
      {
        const bool is_upper = (lane_id() & lanes / 2) != 0;
#pragma unroll
        for (int x = 0; x < kSlots / 2; ++x) {
          const Key other = __shfl_xor_sync(kAllLanes, slots[kSlots - 1 - x], lanes - 1);
          const Key far = __shfl_xor_sync(kAllLanes, slots[x], lanes - 1);
          slots[x] = one_of(slots[x], other, is_upper);
          slots[kSlots - 1 - x] = one_of(slots[kSlots - 1 - x], far, is_upper);
        }
      }
#pragma unroll 1
      for (int step = lanes / 4; step > 0; step /= 2) {
        const bool is_upper = (lane_id() & step) != 0;
#pragma unroll
        for (int x = 0; x < kSlots; ++x)
          slots[x] = one_of(slots[x], __shfl_xor_sync(kAllLanes, slots[x], step), is_upper);
      }
      halve<kSlots / 2>(slots);
    }
  }

 private:
  __device__ static Key one_of(Key a, Key b, bool is_greater) {
    return is_greater ? (b < a ? a : b) : (b < a ? b : a);
  }
  static constexpr Key kGreatest = std::numeric_limits<Key>::max();

  __device__ static void order(Key& a, Key& b) {
    const Key least = b < a ? b : a;
    b = b < a ? a : b;
    a = least;
  }
  template <bool kChecks>
  __device__ __forceinline__ static void load(const Key* keys, const RunPair& pair, int i, int j,
                                              Key (&slots)[kSlots]) {
    constexpr int kKey = int{sizeof(Key)}, kTurn = kSlots * kKey;
    const auto* const memory = reinterpret_cast<const unsigned char*>(keys);
    const int turn = (lane_id() - i) & (kSlots - 1);
    // The first run forward, the second one backward; the first element follows the 32nd.
    const int first = (i + turn) * kKey, second = (j + kSlots - 1 - turn) * kKey;
    const int first_again = first - kTurn, second_again = second + kTurn;
    const unsigned of_first = turned(lowest(pair.middle - i), turn);
    const unsigned of_second = turned(~lowest(kSlots - at_most(pair.end - j, kSlots)), turn);
#pragma unroll
    for (int x = 0; x < kSlots; ++x) {
      const bool is_again = turn >= kSlots - x;
      const int at_first = (is_again ? first_again : first) + x * kKey;
      const int at_second = (is_again ? second_again : second) - x * kKey;
      Key a = kGreatest, b = kGreatest;
      if (!kChecks || (of_first & 1U << x) != 0) a = element<Key>(memory, at_first);
      if (!kChecks || (of_second & 1U << x) != 0) b = element<Key>(memory, at_second);
      slots[x] = b < a ? b : a;
    }
  }
  /// Returns the lowest `count` bits.
  [[nodiscard]] __device__ static unsigned lowest(int count) {
    return count >= kSlots ? ~0U : (1U << count) - 1;
  }
  [[nodiscard]] __device__ static unsigned turned(unsigned bits, int turn) {
    return bits >> turn | bits << ((kSlots - turn) & (kSlots - 1));
  }
  /// Sorts bitonic sequences of 2 * kStep slots.
  template <int kStep>
  __device__ __forceinline__ static void halve(Key (&slots)[kSlots]) {
#pragma unroll
    for (int x = 0; x < kSlots; ++x)
      if ((x & kStep) == 0) order(slots[x], slots[x + kStep]);
    if constexpr (kStep > 1) halve<kStep / 2>(slots);
  }
};

}  // namespace mergelab::detail
