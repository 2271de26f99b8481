// Where a tile of a round of device_merge_sort begins in its four runs.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "shapes.cuh"

namespace mergelab::detail {

constexpr int kRuns = 4;

/// A round for long arrays: each four runs in `from` become one in `to`. A tile's splits are kept in `to`,
/// where its outputs will be stored: the numbers of keys before it in kRuns - 1 runs, and as many before the
/// next tile. The tile needs room for these, so a last one with less than S::kLeast outputs is joined to the
/// tile before.
template <class Key, class Offset>
struct QuadRound {
  const Key* from;
  Offset m;
  Key* to;
  Offset width, width_of_quad;  // keys in a run of `from`, and of `to`; the last ones may be shorter
  int tiles, tiles_of_quad;     // in all, and in a run of `to` but the last
  bool is_aligned;              // `to` is at a multiple of 16 bytes
};

template <class S>
[[nodiscard]] constexpr std::int64_t quad_tiles_for(std::int64_t outputs) {
  return outputs < S::kTile + S::kLeast ? 1 : (outputs - S::kLeast) / S::kTile + 1;
}

/// The runs of a tile; the last ones may be short, or empty.
template <class S, class Key, class Offset>
struct Quad {
  const Key* runs[kRuns];
  Offset lengths[kRuns];
  Key* C;
  Offset k, k_end;  // the tile's outputs
  bool is_first, is_last;

  __device__ Quad(const QuadRound<Key, Offset>& round, int tile) {
    const int quad = tile / round.tiles_of_quad, number = tile - quad * round.tiles_of_quad;
    const Offset begin = round.width_of_quad * quad, behind = round.m - begin;
    Offset left = behind < round.width_of_quad ? behind : round.width_of_quad;
    C = round.to + begin;
    is_first = number == 0;
    is_last = tile + 1 == round.tiles || number + 1 == round.tiles_of_quad;
    k = Offset{number} * S::kTile;
    k_end = is_last ? left : k + S::kTile;
    const Key* run = round.from + begin;
#pragma unroll
    for (int r = 0; r < kRuns; ++r) {
      runs[r] = run;
      lengths[r] = left < round.width ? left : round.width;
      left -= lengths[r];
      run += lengths[r];
    }
  }
};

/// Finds with one thread how many keys of each run are among the first k outputs, from coarse to fine: of
/// every 2^bits-th key of the runs, the first k >> bits are taken. After each step a few are taken or given
/// back, until no remaining key comes before a taken one.
template <class S, class Key, class Offset, class Compare>
class QuadSearch {
 public:
  __device__ QuadSearch(const Quad<S, Key, Offset>& quad, Compare less) : quad_(quad), less_(less) {}

  __device__ void run(Offset (&taken)[kRuns]) {
    Offset longest = 0, all = 0;
#pragma unroll
    for (int r = 0; r < kRuns; ++r) {
      longest = quad_.lengths[r] > longest ? quad_.lengths[r] : longest;
      all += quad_.lengths[r];
    }
    // Evenly mixed runs contribute in proportion to their lengths, and deviate by about a fifth of the square
    // root.
    int bits = 0;
    while (std::int64_t{all} >> (2 * bits + 4) > 0) ++bits;
    clear(bits);
    const float share = static_cast<float>(wanted_) / static_cast<float>(all);
#pragma unroll
    for (int r = 0; r < kRuns; ++r) {
      Offset guess = static_cast<Offset>(share * static_cast<float>(quad_.lengths[r]));
      if (guess > there(r)) guess = there(r);
      if (guess > wanted_ - count_) guess = wanted_ - count_;
      taken_[r] = guess;
      count_ += guess;
    }
    if (!settle()) {
      while (longest >> bits > 1) ++bits;
      clear(bits);
      (void)settle();
    }
    while (bits_ > 0) {
      const Offset count = 2 * count_;
      set_bits(bits_ - 1);
      count_ = count;
#pragma unroll
      for (int r = 0; r < kRuns; ++r) taken_[r] *= 2;
      (void)settle();
    }
#pragma unroll
    for (int r = 0; r < kRuns; ++r) taken[r] = taken_[r];
  }

 private:
  /// Each refinement takes at most 11 steps: 7 keys more at the runs' ends, where the step before had none,
  /// and one of each run that comes before some that are taken. More steps mean that the guess was bad, or
  /// the keys have no order.
  static constexpr int kMostSteps = 16;
  [[nodiscard]] __device__ Offset there(int r) const { return quad_.lengths[r] >> bits_; }
  [[nodiscard]] __device__ Key key(int r, Offset i) const { return quad_.runs[r][((i + 1) << bits_) - 1]; }
  __device__ void set_bits(int bits) {
    bits_ = bits;
    Offset all = 0;
#pragma unroll
    for (int r = 0; r < kRuns; ++r) all += there(r);
    wanted_ = quad_.k >> bits < all ? quad_.k >> bits : all;
  }
  __device__ void clear(int bits) {
    set_bits(bits);
    count_ = 0;
#pragma unroll
    for (int r = 0; r < kRuns; ++r) taken_[r] = 0;
  }
  /// Takes and gives back; returns whether kMostSteps are enough.
  __device__ bool settle() {
    Key head[kRuns], last[kRuns];
#pragma unroll
    for (int r = 0; r < kRuns; ++r) {
      if (taken_[r] < there(r)) head[r] = key(r, taken_[r]);
      if (taken_[r] > 0) last[r] = key(r, taken_[r] - 1);
    }
    for (int step = 0; step < kMostSteps; ++step) {
      int next = -1, worst = -1;
      Key next_key{}, worst_key{};
#pragma unroll
      for (int r = 0; r < kRuns; ++r) {
        if (taken_[r] < there(r) && (next < 0 || less_(head[r], next_key))) {
          next = r;
          next_key = head[r];
        }
        if (taken_[r] > 0 && (worst < 0 || !less_(last[r], worst_key))) {
          worst = r;
          worst_key = last[r];
        }
      }
      const bool is_short = count_ < wanted_;
      if (!is_short) {
        if (next < 0 || worst < 0 || next == worst) return true;
        if (next < worst ? less_(worst_key, next_key) : !less_(next_key, worst_key)) return true;
      }
      count_ += is_short ? 1 : 0;
#pragma unroll
      for (int r = 0; r < kRuns; ++r) {
        if (r == next) {
          ++taken_[r];
          last[r] = head[r];
          if (taken_[r] < there(r)) head[r] = key(r, taken_[r]);
        } else if (r == worst && !is_short) {
          --taken_[r];
          head[r] = last[r];
          if (taken_[r] > 0) last[r] = key(r, taken_[r] - 1);
        }
      }
    }
    return false;
  }

  const Quad<S, Key, Offset>& quad_;
  Compare less_;
  Offset taken_[kRuns], count_, wanted_;
  int bits_;
};

}  // namespace mergelab::detail
