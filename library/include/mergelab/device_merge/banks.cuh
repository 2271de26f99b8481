// The layout of a tile in shared memory. It is plain until lanes have more bank conflicts than random keys
// cause; then the merge spreads its tiles, in a way that no input can foresee.
#pragma once

#include <cuda_runtime.h>

#include "search.cuh"

namespace mergelab::detail {

/// The identity layout.
struct PlainBanks {
  static constexpr bool kArePlain = true;
  [[nodiscard]] __device__ int place(int byte) const { return byte; }
};

/// Permutes the 16-byte granules in each 128 bytes, differently per row: lanes that step through rows
/// together use different banks. That costs two instructions per key (3% of a long merge's time), which is
/// why tiles are usually plain.
class SpreadBanks {
 public:
  static constexpr bool kArePlain = false;
  __device__ explicit SpreadBanks(unsigned number) : shift_(static_cast<int>(3 + number % 3)) {}
  [[nodiscard]] __device__ int place(int byte) const { return byte ^ (byte >> shift_ & 0x70); }

 private:
  int shift_;
};

/// Whether each element is in one granule, wherever its array begins, and so may be spread.
template <class E>
inline constexpr bool kMayBeSpread = (E::kAreAlignedToSize) && (E::kWidest <= 16);

/// The number of conflicts in the merge whose number is in the upper half: a hint; no output depends on it.
static __device__ unsigned long long crowds_seen = 0;

#ifdef MERGELAB_CROWDS  // set by tests
constexpr unsigned kFewCrowds = MERGELAB_CROWDS;
#else
constexpr unsigned kFewCrowds = 8;
#endif
constexpr int kTilesPerLook = 8;  // one of so many tiles is examined

/// An unpredictable number for a tile; `merge` is the merge's.
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
/// Whether at least 6% of the merge's examined tiles were crowded.
[[nodiscard]] __device__ inline bool is_crowded(unsigned long long seen, unsigned merge, int tile) {
  const unsigned times = static_cast<unsigned>(seen >> 32) == merge ? static_cast<unsigned>(seen) : 0;
  return times >= kFewCrowds + static_cast<unsigned>(tile) / (16 * kTilesPerLook);
}
/// Called by one thread. Concurrent merges count for each other, or not at all.
__device__ inline void note_crowd(unsigned merge) {
  const unsigned long long first = static_cast<unsigned long long>(merge) << 32 | 1;
  const unsigned long long seen = look_at_crowds();
  if (static_cast<unsigned>(seen >> 32) != merge && atomicCAS(&crowds_seen, seen, first) == seen) return;
  atomicAdd(&crowds_seen, 1ULL);
}

/// Whether the lanes of a warp that read keys of `size` bytes at `place` conflict more often than by chance:
/// 7 of 32 in one bank of 32 once in 300 times. Called by a whole warp; no two lanes have the same place.
template <int size>
[[nodiscard]] __device__ bool lanes_meet(int place) {
  constexpr int kCrowd = size <= 4 ? 7 : size == 8 ? 10 : 14;
  const unsigned together = __match_any_sync(kAllLanes, place / size % (128 / size));
  return __any_sync(kAllLanes, __popc(together) >= kCrowd) != 0;
}

}  // namespace mergelab::detail
