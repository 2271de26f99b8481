// Threads that search together for one cut through all lists: lanes of a warp for few lists, or a block.
#pragma once

#include <cuda_runtime.h>

#include "../device_merge/search.cuh"
#include "shape.cuh"

namespace mergelab::detail {

/// The list of the pivot, and the pivot's place.
struct Choice {
  int list, place;
};

/// The weight of a list has the list's number in its low bits, which distinguishes equal weights.
constexpr unsigned kListBits = 10, kListMask = (1U << kListBits) - 1;

/// kSize consecutive threads, kLanes per list. If they are part of a warp, all teams of the warp call
/// everything together.
template <int kSize, int kLanes, bool kIsBlock = (kSize > 32)>
class Team {
 public:
  static constexpr int kTeams = 128 / kSize;  // in a block
  static constexpr bool kTakesMedians = false;
  struct Memory {};
  template <class Key>
  struct Samples {};
  __device__ explicit Team(Memory&) {}
  [[nodiscard]] __device__ static int rank() { return static_cast<int>(threadIdx.x) % kSize; }
  [[nodiscard]] __device__ static int number() {
    return static_cast<int>(blockIdx.x) * kTeams + static_cast<int>(threadIdx.x) / kSize;
  }
  /// Returns the x-th list of this thread.
  [[nodiscard]] __device__ static int list(int x) { return x * (kSize / kLanes) + rank() / kLanes; }
  [[nodiscard]] __device__ static bool is_first_lane() { return rank() % kLanes == 0; }
  /// Whether any of the warp's teams goes on.
  [[nodiscard]] __device__ static bool any(bool goes_on) { return __any_sync(kAllLanes, goes_on); }
  [[nodiscard]] __device__ static int sum(int number) {
#pragma unroll
    for (int step = kSize / 2; step > 0; step /= 2) number += __shfl_xor_sync(kAllLanes, number, step);
    return number;
  }
  [[nodiscard]] __device__ static unsigned greatest(unsigned weight) {
#pragma unroll
    for (int step = kSize / 2; step > 0; step /= 2) {
      const unsigned other = __shfl_xor_sync(kAllLanes, weight, step);
      if (other > weight) weight = other;
    }
    return weight;
  }
  /// Returns the list with the greatest weight, and its place.
  [[nodiscard]] __device__ static Choice choose(unsigned weight, int place) {
    const int list = static_cast<int>(greatest(weight) & kListMask);
    return {list, __shfl_sync(kAllLanes, place, list * kLanes % kSize, kSize)};
  }
};

template <int kSize, int kLanes>
class Team<kSize, kLanes, true> {
 public:
  static constexpr int kTeams = 1, kWarps = kSize / 32;
  static constexpr bool kTakesMedians = kLanes == 1;
  /// Every other call uses the same words. So a word is rewritten only after a barrier that all threads reach
  /// after reading it.
  struct Memory {
    int sums[2][kWarps];
    unsigned weights[2][kWarps];
    int places[2][kWarps];
  };
  /// The input of the warps' medians: a key per thread, and each warp's choice for each of its rows.
  template <class Key>
  struct Samples {
    // Bytes, since shared memory can't have initialisers.
    alignas(Key) unsigned char key_bytes[kSize * sizeof(Key)], median_bytes[32 * sizeof(Key)];
    Choice choices[32];
    unsigned are_chosen[32];
    [[nodiscard]] __device__ Key* keys() { return reinterpret_cast<Key*>(key_bytes); }
    [[nodiscard]] __device__ Key* medians() { return reinterpret_cast<Key*>(median_bytes); }
  };
  __device__ explicit Team(Memory& memory) : memory_(memory) {}
  [[nodiscard]] __device__ static int rank() { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ static int number() { return static_cast<int>(blockIdx.x); }
  [[nodiscard]] __device__ static int list(int x) { return x * (kSize / kLanes) + rank() / kLanes; }
  [[nodiscard]] __device__ static bool is_first_lane() { return rank() % kLanes == 0; }
  [[nodiscard]] __device__ static bool any(bool goes_on) { return goes_on; }
  [[nodiscard]] __device__ int sum(int number) {
    number = Team<32, 1>::sum(number);
    if (lane_id() == 0) memory_.sums[sum_turn_][rank() / 32] = number;
    __syncthreads();  // all warps' sums are ready
    number = 0;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) number += memory_.sums[sum_turn_][warp];
    sum_turn_ ^= 1;
    return number;
  }
  [[nodiscard]] __device__ Choice choose(unsigned weight, int place) {
    const unsigned of_warp = Team<32, 1>::greatest(weight);
    if (of_warp == 0 ? lane_id() == 0 : weight == of_warp && is_first_lane()) {
      memory_.weights[choose_turn_][rank() / 32] = weight;
      memory_.places[choose_turn_][rank() / 32] = place;
    }
    __syncthreads();  // all warps' choices are ready
    unsigned greatest = memory_.weights[choose_turn_][0];
    int best = 0;
#pragma unroll
    for (int warp = 1; warp < kWarps; ++warp) {
      const unsigned other = memory_.weights[choose_turn_][warp];
      if (other > greatest) {
        greatest = other;
        best = warp;
      }
    }
    const Choice choice{static_cast<int>(greatest & kListMask), memory_.places[choose_turn_][best]};
    choose_turn_ ^= 1;
    return choice;
  }
  /// Returns the median of the medians of each 32 lists' keys, of lists that have one. For evenly mixed lists
  /// it is much nearer to their cut than a key of one list. kLists keys per thread, of up to 1024.
  template <int kLists, class Key, class Compare>
  [[nodiscard]] __device__ Choice choose_median(const Key* lists, const int (&places)[kLists],
                                                const bool (&are_there)[kLists], Samples<Key>& samples,
                                                Compare less) {
    static_assert(kWarps * kLists <= 32, "a warp takes the last median");
    const int warp = rank() / 32, lane = lane_id();
#pragma unroll
    for (int x = 0; x < kLists; ++x) {
      const unsigned all = __ballot_sync(kAllLanes, are_there[x]);
      const Key key = are_there[x] ? lists[places[x]] : Key{};
      samples.keys()[rank()] = key;
      __syncwarp();  // the warp's keys are ready
      if (lane == lane_of_median(samples.keys() + warp * 32, all, key, less)) {
        samples.medians()[warp * kLists + x] = key;
        samples.choices[warp * kLists + x] = {list(x), places[x]};
      }
      if (lane == 0) samples.are_chosen[warp * kLists + x] = all != 0 ? 1 : 0;
      __syncwarp();  // all have read the keys
    }
    __syncthreads();  // all warps' medians are ready
    const bool is_there = lane < kWarps * kLists && samples.are_chosen[lane] != 0;
    const unsigned all = __ballot_sync(kAllLanes, is_there);
    const Key key = is_there ? samples.medians()[lane] : Key{};
    return samples.choices[lane_of_median(samples.medians(), all, key, less)];
  }

 private:
  /// Returns the lane whose key has half of a warp's keys before it, among the lanes in `all`, or -1. Called
  /// by a whole warp.
  template <class Key, class Compare>
  [[nodiscard]] __device__ static int lane_of_median(const Key* keys, unsigned all, const Key& own,
                                                     Compare less) {
    const bool is_there = (all >> lane_id() & 1) != 0;
    int before = 0;
#pragma unroll 8
    for (int lane = 0; lane < 32; ++lane) {
      if ((all >> lane & 1) == 0 || !is_there) continue;
      const Key other = keys[lane];
      before += lane < lane_id() ? (less(own, other) ? 0 : 1) : (less(other, own) ? 1 : 0);
    }
    const unsigned found = __ballot_sync(kAllLanes, is_there && before == __popc(all) / 2);
    return __ffs(static_cast<int>(found != 0 ? found : all)) - 1;  // with NaN, none or several are found
  }
  Memory& memory_;
  int sum_turn_ = 0, choose_turn_ = 0;
};

}  // namespace mergelab::detail
