// Searches for the split of the two inputs at an output, by a whole warp, with few dependent loads.
#pragma once

#include <cuda_runtime.h>

namespace mergelab::detail {

constexpr unsigned kAllLanes = 0xffffffffU;
[[nodiscard]] __device__ inline int lane_id() { return static_cast<int>(threadIdx.x % 32); }

/// Returns the first of low, ..., high - 1 that `takes` rejects, or high. Binary search.
template <class Takes>
[[nodiscard]] __device__ __forceinline__ int first_refused(int low, int high, const Takes& takes) {
  while (low < high) {
    const int middle = (low + high) / 2;
    if (takes(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
/// Narrows low and high, low < high, for first_refused(), which expects the result behind `before` and up to
/// `behind`.
template <class Takes>
__device__ __forceinline__ void look_near(int before, int behind, int& low, int& high, const Takes& takes) {
  const auto inside = [&](int i) { return i < low ? low : i < high ? i : high - 1; };
  before = inside(before);
  behind = inside(behind);
  const bool takes_before = takes(before), takes_behind = takes(behind);
  low = takes_behind ? behind + 1 : takes_before ? before + 1 : low;
  high = takes_behind ? high : takes_before ? behind : before;
}

/// Two sorted arrays in global memory, and their order.
template <class Key, class Offset, class Compare>
struct SortedPair {
  const Key* A;
  Offset m;
  const Key* B;
  Offset n;
  Compare less;

  /// Whether A[i] is among the first k outputs, for least(k) <= i < most(k). Of equal keys A's come first.
  [[nodiscard]] __device__ bool takes(Offset k, Offset i) const { return !less(B[k - 1 - i], A[i]); }
  /// The least and the greatest possible number of keys of A in the first k outputs.
  [[nodiscard]] __device__ Offset least(Offset k) const { return k > n ? k - n : 0; }
  [[nodiscard]] __device__ Offset most(Offset k) const { return k < m ? k : m; }
};

/// The number of keys of A among the first k outputs is one of low, ..., high; the same in all lanes.
template <class Offset>
struct Bracket {
  Offset low, high;
};

/// How many neighbouring keys of each array a warp compares at once: as many as 8 registers hold.
template <class Key>
inline constexpr int kWindowRows = sizeof(Key) <= 4    ? 8
                                   : sizeof(Key) <= 8  ? 4
                                   : sizeof(Key) <= 16 ? 2
                                                       : 1;
template <class Key>
inline constexpr int kWindow = 32 * kWindowRows<Key>;

/// Compares the kWindow keys of A from `start` on, with one round of loads. low <= start < high, or low ==
/// high.
template <class Key, class Offset, class Compare>
__device__ void ask_window(const SortedPair<Key, Offset, Compare>& inputs, Offset k, Offset start,
                           Bracket<Offset>& bracket) {
  if (bracket.low == bracket.high) return;
  constexpr int kRows = kWindowRows<Key>;
  const Offset last = bracket.high - 1;
  bool taken[kRows];
#pragma unroll
  for (int row = 0; row < kRows; ++row) {
    const Offset i = start + row * 32 + lane_id();
    taken[row] = inputs.takes(k, i < last ? i : last) && i <= last;
  }
  int count = 0;
#pragma unroll
  for (int row = 0; row < kRows; ++row) count += __popc(__ballot_sync(kAllLanes, taken[row]));
  const Offset asked = bracket.high - start < kWindow<Key> ? bracket.high - start : Offset{kWindow<Key>};
  if (count > 0) bracket.low = start + count;       // the key before is taken
  if (count < asked) bracket.high = start + count;  // the key at that place is not
}

/// Narrows the bracket to one number: rounds that compare 32 equidistant keys, then a window.
template <class Key, class Offset, class Compare>
[[nodiscard]] __device__ Offset search_bracket(const SortedPair<Key, Offset, Compare>& inputs, Offset k,
                                               Bracket<Offset> bracket) {
  while (bracket.high - bracket.low > kWindow<Key>) {
    const Offset step = (bracket.high - bracket.low + 32) / 33;
    const Offset i = bracket.low + (lane_id() + 1) * step - 1;
    const bool taken = i < bracket.high && inputs.takes(k, i);
    const int count = __popc(__ballot_sync(kAllLanes, taken));
    const Offset refused = bracket.low + (count + 1) * step - 1;
    bracket.low += count * step;
    if (count < 32 && refused < bracket.high) bracket.high = refused;
  }
  ask_window(inputs, k, bracket.low, bracket);
  return bracket.low;
}

/// Searches all of A. `guess` is the split of evenly mixed inputs, `spread` half of its deviation: the first
/// round compares about 24 keys at that distance, and about 8 elsewhere.
template <class Key, class Offset, class Compare>
[[nodiscard]] __device__ Offset search_all(const SortedPair<Key, Offset, Compare>& inputs, Offset k,
                                           Offset guess, Offset spread) {
  Bracket<Offset> bracket{inputs.least(k), inputs.most(k)};
  if (bracket.high - bracket.low > kWindow<Key>) {
    const Offset last = bracket.high - 1;
    const auto inside = [&](Offset i) { return i < bracket.low ? bracket.low : i < last ? i : last; };
    const Offset left = inside(guess - 12 * spread), right = inside(guess + 11 * spread);
    const int lane = lane_id();
    const Offset i = lane < 4    ? bracket.low + (left - bracket.low) / 4 * lane
                     : lane < 28 ? inside(guess + (lane - 16) * spread)
                                 : last - (last - right) / 4 * (31 - lane);
    const int count = __popc(__ballot_sync(kAllLanes, inputs.takes(k, i)));
    const Offset before = __shfl_sync(kAllLanes, i, count > 0 ? count - 1 : 0);
    const Offset after = __shfl_sync(kAllLanes, i, count < 32 ? count : 31);
    if (count > 0) bracket.low = before + 1;
    if (count < 32) bracket.high = after > bracket.low ? after : bracket.low;  // less only if A isn't sorted
  }
  return search_bracket(inputs, k, bracket);
}

/// Searches the bracket, near `guess` first: one round of loads if the guess is good.
template <class Key, class Offset, class Compare>
[[nodiscard]] __device__ Offset search_near(const SortedPair<Key, Offset, Compare>& inputs, Offset k,
                                            Bracket<Offset> bracket, Offset guess) {
  Offset start = guess - kWindow<Key> / 2;
  if (start > bracket.high - kWindow<Key>) start = bracket.high - kWindow<Key>;
  if (start < bracket.low) start = bracket.low;
  ask_window(inputs, k, start, bracket);
  return search_bracket(inputs, k, bracket);
}

/// Returns how many keys of A are among the first k outputs.
template <class Offset>
struct Place {
  Offset k, from_A;
};

/// The bracket that the places on both sides allow. low > high only if an input isn't sorted.
template <class Key, class Offset, class Compare>
[[nodiscard]] __device__ Bracket<Offset> bracket_between(const SortedPair<Key, Offset, Compare>& inputs,
                                                         Offset k, const Place<Offset>& left,
                                                         const Place<Offset>& right) {
  Bracket<Offset> bracket{inputs.least(k), inputs.most(k)};
  const auto raise = [&](Offset low) { bracket.low = low > bracket.low ? low : bracket.low; };
  const auto lower = [&](Offset high) { bracket.high = high < bracket.high ? high : bracket.high; };
  raise(left.from_A);
  raise(right.from_A - (right.k - k));
  lower(right.from_A);
  lower(left.from_A + (k - left.k));
  return bracket;
}

/// Searches with one thread between two known places, near the split of evenly mixed inputs: the step doubles
/// until it has gone too far.
template <class Key, class Offset, class Compare>
[[nodiscard]] __device__ Offset search_between(const SortedPair<Key, Offset, Compare>& inputs, Offset k,
                                               const Place<Offset>& left, const Place<Offset>& right) {
  Bracket<Offset> bracket = bracket_between(inputs, k, left, right);
  if (bracket.low >= bracket.high) return bracket.low;

  const float before = static_cast<float>(k - left.k), behind = static_cast<float>(right.k - k);
  const float share = static_cast<float>(right.from_A - left.from_A) / (before + behind);
  Offset step =
      2 + static_cast<Offset>(sqrtf(before * behind / (before + behind) * fmaxf(share * (1 - share), 0.0F)));
  Offset i = left.from_A + static_cast<Offset>(share * before);
  i = i < bracket.low ? bracket.low : i < bracket.high ? i : bracket.high - 1;
  if (inputs.takes(k, i)) {
    bracket.low = i + 1;
    for (; bracket.low < bracket.high; step *= 2) {
      i = bracket.high - bracket.low > step ? bracket.low + step - 1 : bracket.high - 1;
      if (!inputs.takes(k, i)) {
        bracket.high = i;
        break;
      }
      bracket.low = i + 1;
    }
  } else {
    bracket.high = i;
    for (; bracket.low < bracket.high; step *= 2) {
      i = bracket.high - bracket.low > step ? bracket.high - step : bracket.low;
      if (inputs.takes(k, i)) {
        bracket.low = i + 1;
        break;
      }
      bracket.high = i;
    }
  }
  while (bracket.low < bracket.high) {
    i = bracket.low + (bracket.high - bracket.low) / 2;
    if (inputs.takes(k, i))
      bracket.low = i + 1;
    else
      bracket.high = i;
  }
  return bracket.low;
}

/// The same with kLanes consecutive lanes, in all groups of the warp at once: the first round compares places
/// half of the usual deviation apart, the others equidistant places.
template <int kLanes, class Key, class Offset, class Compare>
[[nodiscard]] __device__ Offset search_between_by(const SortedPair<Key, Offset, Compare>& inputs, Offset k,
                                                  const Place<Offset>& left, const Place<Offset>& right) {
  Bracket<Offset> bracket = bracket_between(inputs, k, left, right);
  const float before = static_cast<float>(k - left.k), behind = static_cast<float>(right.k - k);
  const float share = static_cast<float>(right.from_A - left.from_A) / fmaxf(before + behind, 1.0F);
  const float deviation =
      sqrtf(before * behind / fmaxf(before + behind, 1.0F) * fmaxf(share * (1 - share), 0.0F));
  const Offset step = 2 + static_cast<Offset>(0.75F * deviation);
  const Offset guess = left.from_A + static_cast<Offset>(share * before);
  const int lane = lane_id() % kLanes, first_lane = lane_id() - lane;
  for (bool is_first = true; __any_sync(kAllLanes, bracket.low < bracket.high); is_first = false) {
    const bool is_open = bracket.low < bracket.high;
    const Offset last = bracket.high - 1, each = (bracket.high - bracket.low + kLanes) / (kLanes + 1);
    Offset i = is_first ? guess + (2 * lane + 1 - kLanes) * step / 2 : bracket.low + (lane + 1) * each - 1;
    i = i < bracket.low ? bracket.low : i < last ? i : last;
    const bool taken = is_open && inputs.takes(k, i);
    const int count = __popc(__ballot_sync(kAllLanes, taken) >> first_lane & ((1U << kLanes) - 1));
    const Offset taken_last = __shfl_sync(kAllLanes, i, first_lane + (count > 0 ? count - 1 : 0));
    const Offset refused = __shfl_sync(kAllLanes, i, first_lane + (count < kLanes ? count : kLanes - 1));
    if (!is_open) continue;
    if (count > 0) bracket.low = taken_last + 1;
    if (count < kLanes) bracket.high = refused;
  }
  return bracket.low;
}

}  // namespace mergelab::detail
