// Cuts through k sorted lists: how many elements of each are among the first outputs. Exact for all keys, and
// fast where lists mix evenly.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../device_merge/launch.cuh"
#include "shape.cuh"
#include "team.cuh"

namespace mergelab::detail {

/// The elements of a list before a pivot: smaller ones, and with `ties` equal ones.
template <class Key, class Compare>
struct Before {
  const Key* lists;
  const Key& pivot;
  bool ties;
  Compare less;
  [[nodiscard]] __device__ bool operator()(int place) const {
    const Key key = lists[place];
    return ties ? !less(pivot, key) : less(key, pivot);
  }
};

/// The expected deviation of a place from its guess, with `elements` on its shorter side, if elements are
/// equally likely in all lists: the square root, within a factor of two.
[[nodiscard]] __device__ inline int stray_of(int elements) { return 1 << ((32 - __clz(elements)) / 2); }

/// Returns the first place from low to high whose element doesn't come before the pivot. Searches near
/// `guess` in growing steps, and by halves once two probes enclose the place.
template <class Key, class Compare>
[[nodiscard]] __device__ int place_of(const Before<Key, Compare>& is_before, int low, int high, int guess) {
  int step = stray_of(at_most(guess - low, high - guess));
  bool is_above = false, is_below = false;  // of places that were probed
  for (int at = guess; low < high;) {
    if (is_before(at)) {
      low = at + 1;
      is_above = true;
    } else {
      high = at;
      is_below = true;
    }
    const int width = high - low;
    if (is_above && is_below)
      at = low + width / 2;
    else
      at = is_above ? low + at_most(step, width) - 1 : high - at_most(step, width);
    step = at_most(step, 1 << 28) * 4;
  }
  return low;
}

/// The same with kLanes lanes of a warp, for as many lists at once as the warp has such groups: fewer
/// dependent loads.
template <int kLanes, class Key, class Compare>
[[nodiscard]] __device__ int place_by_lanes(const Before<Key, Compare>& is_before, int low, int high,
                                            int guess) {
  const int lane = lane_id() % kLanes, first = lane_id() / kLanes * kLanes;
  std::int64_t step = (stray_of(at_most(guess - low, high - guess)) + kLanes / 4) * 4 / kLanes;
  std::int64_t at = guess + (lane - kLanes / 2) * step;
  bool is_above = false, is_below = false;  // of places that were probed
  while (__any_sync(kAllLanes, low < high)) {
    const int place = static_cast<int>(at < low ? low : at < high ? at : high - 1);
    const bool yes = low < high && is_before(place);
    const int count = __popc(__ballot_sync(kAllLanes, yes) >> first & ((1U << kLanes) - 1));
    const int last_before = __shfl_sync(kAllLanes, place, first + (count > 0 ? count - 1 : 0));
    const int first_behind = __shfl_sync(kAllLanes, place, first + (count < kLanes ? count : kLanes - 1));
    if (low < high) {
      if (count > 0) low = last_before + 1;
      if (count < kLanes) high = first_behind < low ? low : first_behind;  // less only if it isn't sorted
      is_above |= count > 0;
      is_below |= count < kLanes;
    }
    if (is_above && is_below)
      at = low + (lane + 1) * std::int64_t{(high - low) / (kLanes + 1) + 1} - 1;
    else
      at = is_above ? low - 1 + (step << 2 * lane) : high - (step << 2 * (kLanes - 1 - lane));
    step = step < (1 << 24) ? step << 2 * kLanes : step;
  }
  return low;
}

/// The weight of a list in the choice of the pivot: larger for a longer one, and different in each round.
/// Among consecutive lists the longest says little about the others. 0 for an empty range.
[[nodiscard]] __device__ inline unsigned weight_of(int list, int width, unsigned round) {
  if (width <= 0) return 0;
  const unsigned mixed = (static_cast<unsigned>(list) + 1) * 0x9e3779b1U + round * 0x85ebca77U;
  const unsigned chance = (mixed ^ mixed >> 15) * 0x2c1b3c6dU >> 24 | 1;
  // Positive floats are ordered like their bits.
  const float weight = static_cast<float>(width) * static_cast<float>(chance);
  return (__float_as_uint(weight) & ~kListMask) | static_cast<unsigned>(list);
}

constexpr unsigned kNearRounds = 6;  // with pivots where the cut is expected; then every other one

/// Narrows low to high of each list. `left` is the sum of all widths; `need` of these elements come before
/// the cut, or up to `slack` more or less. Ends when such a cut is found: at `low` if at most `slack` are
/// needed, otherwise at `high`. Each thread of the team has kLists lists.
template <int kLanes, int kLists, class Team, class Key, class Compare>
__device__ void narrow(Team& team, typename Team::template Samples<Key>& samples, const Key* lists,
                       int (&low)[kLists], int (&high)[kLists], int& need, int& left, int slack,
                       Compare less) {
  for (unsigned round = 0; team.any(need > slack && left - need > slack); ++round) {
    const bool is_near = round < kNearRounds || round % 2 == 0;
    const float part = is_near ? static_cast<float>(need) / static_cast<float>(left) : 0.5F;
    int guess[kLists], own_place = 0;
    unsigned own_weight = 0;
#pragma unroll
    for (int x = 0; x < kLists; ++x) {
      const int width = high[x] - low[x], ahead = static_cast<int>(part * static_cast<float>(width));
      guess[x] = low[x] + (ahead < width ? ahead : width > 0 ? width - 1 : 0);
      const unsigned weight = weight_of(team.list(x), width, round);
      if (weight > own_weight) {
        own_weight = weight;
        own_place = guess[x];
      }
    }
    Choice chosen;
    if constexpr (Team::kTakesMedians) {
      bool are_there[kLists];
#pragma unroll
      for (int x = 0; x < kLists; ++x) are_there[x] = low[x] < high[x];
      // For evenly mixed lists the median of their expected keys is near the cut.
      chosen = is_near && round % 2 == 0 ? team.choose_median(lists, guess, are_there, samples, less)
                                         : team.choose(own_weight, own_place);
    } else {
      chosen = team.choose(own_weight, own_place);
    }
    const bool goes_on = need > slack && left - need > slack;  // some of a warp's teams may be done
    int cut[kLists], count = 0;
    const Key pivot = lists[chosen.place];
#pragma unroll
    for (int x = 0; x < kLists; ++x) {
      const int list = team.list(x);
      const bool is_chosen = list == chosen.list, is_asked = goes_on && !is_chosen && low[x] < high[x];
      const Before<Key, Compare> is_before{lists, pivot, list < chosen.list, less};
      cut[x] = low[x];
      if constexpr (kLanes > 1)
        cut[x] = place_by_lanes<kLanes>(is_before, low[x], is_asked ? high[x] : low[x], guess[x]);
      else if (is_asked)
        cut[x] = place_of(is_before, low[x], high[x], guess[x]);
      if (is_chosen) cut[x] = chosen.place;
      count += cut[x] - low[x];
    }
    count = team.sum(team.is_first_lane() ? count : 0);
    if (!goes_on) continue;
    const bool is_low = count < need;  // then the pivot comes before the cut
    if (is_low) {
      need -= count + 1;
      left -= count + 1;
    } else {
      left = count;
    }
#pragma unroll
    for (int x = 0; x < kLists; ++x) {
      if (is_low)
        low[x] = cut[x] + (team.list(x) == chosen.list ? 1 : 0);
      else
        high[x] = cut[x];
    }
  }
}

/// The cuts that a kernel finds: before every `step`-th share except every `known`-th one. Those were found
/// earlier and enclose the others.
struct Wanted {
  int step, known;
  /// The number of cuts for so many shares.
  [[nodiscard]] int count(int shares) const { return (shares - 1) / step - (shares - 1) / known; }
  /// The share of the i-th cut.
  [[nodiscard]] __device__ int share(int i) const {
    const int between = known / step - 1;
    return i / between * known + (i % between + 1) * step;
  }
};

/// Each team finds a cut. It is kept in C: behind the cut at the beginning of the share before, and at the
/// beginning of its share.
template <class T, class Key, class Compare>
__global__ void __launch_bounds__(T::kFinders)
    find_cuts_kernel(const Lists<Key> in, const Shares shares, const Wanted wanted, Compare less) {
  using Finders = Team<T::kThreads, T::kLanes>;
  __shared__ typename Finders::Memory memory;
  __shared__ typename Finders::template Samples<Key> samples;
  Finders team(memory);
  let_next_kernel_start();
  const int own = wanted.share(team.number());
  const bool is_wanted = own < shares.count;
  const int share = is_wanted ? own : wanted.step;  // surplus teams repeat the search for the first cut
  const int left_share = share / wanted.known * wanted.known;
  const int right_share = at_most(left_share + wanted.known, shares.count);
  wait_for_last_kernel();
  const int* const begins = left_share == 0 ? in.starts : cuts_in(in.C + shares.inside(left_share));
  const int* const ends =
      right_share == shares.count ? in.starts + 1 : cuts_in(in.C + shares.inside(right_share));
  int low[T::kListsOfThread], high[T::kListsOfThread], left = 0, before = 0;
#pragma unroll
  for (int x = 0; x < T::kListsOfThread; ++x) {
    const int list = team.list(x);
    low[x] = list < in.k ? begins[list] : 0;
    high[x] = list < in.k ? ends[list] : 0;
    if (high[x] < low[x]) high[x] = low[x];  // only if a list isn't sorted
    left += high[x] - low[x];
    before += list < in.k ? low[x] - in.starts[list] : 0;
  }
  left = team.sum(team.is_first_lane() ? left : 0);
  before = team.sum(team.is_first_lane() ? before : 0);
  int need = shares.begin(share) - before;
  need = need < 0 ? 0 : at_most(need, left);  // always true for sorted lists
  narrow<T::kLanes>(team, samples, in.lists, low, high, need, left, shares.slack, less);
  if (!is_wanted) return;
  int* const at_end = cuts_in(in.C + shares.inside(share - 1)) + in.k;
  int* const at_begin = cuts_in(in.C + shares.inside(share));
#pragma unroll
  for (int x = 0; x < T::kListsOfThread; ++x) {
    const int list = team.list(x);
    if (team.is_first_lane() && list < in.k)
      at_end[list] = at_begin[list] = need <= shares.slack ? low[x] : high[x];
  }
}

}  // namespace mergelab::detail
