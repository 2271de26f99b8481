// Where a tile's bytes lie in shared memory. Plainly, until lanes meet in banks more often than keys that
// weren't made for it let them; from then on a merge spreads its tiles, by a way that nobody knows before.
#pragma once

#include <cuda_runtime.h>

#include "search.cuh"

namespace mergelab::detail {

/// Every byte at its own place.
struct PlainBanks {
  static constexpr bool kArePlain = true;
  [[nodiscard]] __device__ int place(int byte) const { return byte; }
};

/// The granules of 16 bytes in each 128 change places, differently from row to row: lanes that step through
/// rows side by side part. That costs two instructions at every key (3% of a long merge's time), which is why
/// tiles usually lie plainly.
class SpreadBanks {
 public:
  static constexpr bool kArePlain = false;
  __device__ explicit SpreadBanks(unsigned number) : shift_(static_cast<int>(3 + number % 3)) {}
  [[nodiscard]] __device__ int place(int byte) const { return byte ^ (byte >> shift_ & 0x70); }

 private:
  int shift_;
};

/// Whether each element lies in one granule, wherever its array begins, and so may be spread.
template <class E>
inline constexpr bool kMayBeSpread = (E::kAreAlignedToSize) && (E::kWidest <= 16);

/// How often lanes met in the merge whose number is in the upper half: a hint, which no output depends on.
static __device__ unsigned long long crowds_seen = 0;

#ifdef MERGELAB_CROWDS  // tests give their own
constexpr unsigned kFewCrowds = MERGELAB_CROWDS;
#else
constexpr unsigned kFewCrowds = 8;
#endif
constexpr int kTilesPerLook = 8;  // so many tiles are made for each that is looked at

/// A number for a tile that can't be foreseen: `merge` is the merge's.
[[nodiscard]] __device__ inline unsigned draw_for(unsigned merge, int tile) {
  const unsigned mixed = (merge + static_cast<unsigned>(tile) * 0x9e3779b9U) * 0x85ebca6bU;
  return mixed ^ mixed >> 15;
}

[[nodiscard]] __device__ inline unsigned long long look_at_crowds() {
#if defined(__CUDA_ARCH__)
  unsigned long long seen;
  asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(seen) : "l"(&crowds_seen) : "memory");
  return seen;
#else
  return atomicAdd(&crowds_seen, 0ULL);
#endif
}
/// Whether the merge's tiles have been crowded when that was seen: 6% of those looked at, or more.
[[nodiscard]] __device__ inline bool is_crowded(unsigned long long seen, unsigned merge, int tile) {
  const unsigned times = static_cast<unsigned>(seen >> 32) == merge ? static_cast<unsigned>(seen) : 0;
  return times >= kFewCrowds + static_cast<unsigned>(tile) / (16 * kTilesPerLook);
}
/// By one thread. Merges that run at the same time count for each other, or not at all.
__device__ inline void note_crowd(unsigned merge) {
  const unsigned long long first = static_cast<unsigned long long>(merge) << 32 | 1;
  const unsigned long long seen = look_at_crowds();
  if (static_cast<unsigned>(seen >> 32) != merge && atomicCAS(&crowds_seen, seen, first) == seen) return;
  atomicAdd(&crowds_seen, 1ULL);
}

/// Whether the lanes of a warp that read keys of `size` bytes at `place` meet more often than chance lets
/// them: 7 of 32 in a bank of 32 once in 300 times. By a whole warp; no two lanes have the same place.
template <int size>
[[nodiscard]] __device__ bool lanes_meet(int place) {
  constexpr int kCrowd = size <= 4 ? 7 : size == 8 ? 10 : 14;
  const unsigned together = __match_any_sync(kAllLanes, place / size % (128 / size));
  return __any_sync(kAllLanes, __popc(together) >= kCrowd) != 0;
}

}  // namespace mergelab::detail
