// A tile of device_merge: its inputs in shared memory, and their loading.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "banks.cuh"
#include "copy_engine.cuh"
#include "plan.cuh"
#include "search.cuh"

namespace mergelab::detail {

/// A tile's data for a block's warps. Places are offsets in bytes in the block's memory.
struct Tile {
  int A, B, A_values, B_values;
  int from_A, count;  // keys of A in it, and its outputs
  int number;
  bool is_open;  // full, and followed by another key of A and of B
};

template <class T>
[[nodiscard]] __device__ const T& element(const unsigned char* memory, int place) {
  return *reinterpret_cast<const T*>(memory + place);
}

/// Part of an array, on its way to shared memory. It keeps its address modulo 16: copies move granules of 16
/// bytes. The granules at the array's ends may contain other data, so their bytes move one by one.
class Part {
 public:
  Part() = default;
  /// The elements first, ..., first + count - 1 of `array`, which has `size` of them, behind `room` in the
  /// memory.
  template <class T, class Offset>
  __device__ Part(const T* array, Offset size, Offset first, int count, int room)
      : begin_(reinterpret_cast<std::uintptr_t>(array + first)),
        end_(begin_ + count * sizeof(T)),
        origin_(begin_ / 16 * 16),
        room_(room),
        whole_begin_((reinterpret_cast<std::uintptr_t>(array) + 15) / 16 * 16),
        whole_end_(reinterpret_cast<std::uintptr_t>(array + size) / 16 * 16) {
    if (whole_begin_ < origin_) whole_begin_ = origin_;
    const std::uintptr_t last = (end_ + 15) / 16 * 16;
    if (whole_end_ > last) whole_end_ = last;
    if (whole_end_ < whole_begin_) whole_end_ = whole_begin_;
    if (begin_ == end_) whole_end_ = whole_begin_;
  }
  [[nodiscard]] __device__ int place() const { return room_ + static_cast<int>(begin_ - origin_); }
  [[nodiscard]] __device__ int room_behind() const {
    return begin_ == end_ ? room_ + 16 : room_ + static_cast<int>((end_ + 15) / 16 * 16 - origin_);
  }
  /// Moves the bytes outside whole granules; called by each of `threads` threads.
  template <class Banks>
  __device__ void load_ends(unsigned char* memory, int thread, int threads, Banks banks) const {
    for (std::uintptr_t at = begin_ + thread; at < end_ && at < whole_begin_; at += threads)
      load_byte(memory, at, banks);
    const std::uintptr_t behind = whole_end_ > begin_ ? whole_end_ : begin_;
    for (std::uintptr_t at = behind + thread; at < end_; at += threads)
      if (at >= whole_begin_) load_byte(memory, at, banks);
  }
  /// Moves whole granules, likewise.
  __device__ void load_granules(unsigned char* memory, int thread, int threads) const {
    for (std::uintptr_t at = whole_begin_ + 16 * thread; at < whole_end_; at += 16 * threads)
      *reinterpret_cast<uint4*>(memory + room_ + (at - origin_)) = *reinterpret_cast<const uint4*>(at);
  }
  [[nodiscard]] __device__ int granules() const { return static_cast<int>(whole_end_ - whole_begin_) / 16; }
  [[nodiscard]] __device__ uint4 granule(int i) const {
    return reinterpret_cast<const uint4*>(whole_begin_)[i];
  }
  template <class Banks>
  __device__ void put(unsigned char* memory, int i, uint4 granule, Banks banks) const {
    const int place = room_ + static_cast<int>(whole_begin_ - origin_) + 16 * i;
    *reinterpret_cast<uint4*>(memory + banks.place(place)) = granule;
  }
  [[nodiscard]] __device__ bool has_ends() const { return begin_ < whole_begin_ || end_ > whole_end_; }
#ifdef MERGELAB_HAS_COPY_ENGINE
  /// Moves them with the copy engine; called by one thread. Returns how many bytes arrive on the barrier.
  __device__ unsigned start_granules(unsigned char* memory, CopyBarrier& barrier) const {
    const unsigned bytes = static_cast<unsigned>(whole_end_ - whole_begin_);
    if (bytes > 0)
      start_copy(memory + room_ + (whole_begin_ - origin_), reinterpret_cast<const void*>(whole_begin_),
                 bytes, barrier);
    return bytes;
  }
#endif

 private:
  template <class Banks>
  __device__ void load_byte(unsigned char* memory, std::uintptr_t at, Banks banks) const {
    memory[banks.place(room_ + static_cast<int>(at - origin_))] = *reinterpret_cast<const unsigned char*>(at);
  }
  std::uintptr_t begin_, end_, origin_;
  int room_;
  std::uintptr_t whole_begin_, whole_end_;
};

/// Two parts of at most kMost granules together, on their way through a block's registers.
template <int kThreads, int kMost>
class LoadedParts {
 public:
  __device__ LoadedParts(const Part& first, const Part& second) : first_(first), second_(second) {
    const int split = first_.granules(), all = split + second_.granules();
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int i = row * kThreads + static_cast<int>(threadIdx.x);
      if (i < all) granules_[row] = i < split ? first_.granule(i) : second_.granule(i - split);
    }
  }
  template <class Banks>
  __device__ void put(unsigned char* memory, Banks banks) const {
    const int split = first_.granules(), all = split + second_.granules();
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int i = row * kThreads + static_cast<int>(threadIdx.x);
      if (i < split)
        first_.put(memory, i, granules_[row], banks);
      else if (i < all)
        second_.put(memory, i - split, granules_[row], banks);
    }
    first_.load_ends(memory, static_cast<int>(threadIdx.x), kThreads, banks);
    second_.load_ends(memory, static_cast<int>(threadIdx.x), kThreads, banks);
  }

 private:
  static constexpr int kRows = (kMost + kThreads - 1) / kThreads;
  const Part &first_, &second_;
  uint4 granules_[kRows];
};

/// A tile's keys and values on their way: all are loaded before the first is stored in shared memory. Four
/// parts, or two without values.
template <class S>
class LoadedTile {
 public:
  __device__ explicit LoadedTile(const Part* parts)
      : keys_(parts[0], parts[1]), values_(parts[2], parts[3]) {}
  template <class Banks>
  __device__ void put(unsigned char* memory, Banks banks) const {
    keys_.put(memory, banks);
    if constexpr (S::kHasValues) values_.put(memory, banks);
  }

 private:
  struct Nothing {
    __device__ Nothing(const Part&, const Part&) {}
  };
  // Each part may begin and end inside a granule.
  template <int bytes>
  using Two = LoadedParts<S::kThreads, bytes / 16 + 4>;
  Two<(S::kTile + 2) * S::kKey> keys_;
  std::conditional_t<S::kHasValues, Two<S::kTile * S::kValue>, Nothing> values_;
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
constexpr bool kPrefetches = true;
#else
constexpr bool kPrefetches = false;
#endif
/// Prefetches the granules between two elements into the level-2 cache.
template <class T>
__device__ void prefetch_granules([[maybe_unused]] const T* first, [[maybe_unused]] const T* last) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(first) + 15) / 16 * 16,
                       end = reinterpret_cast<std::uintptr_t>(last) / 16 * 16;
  if (begin < end)
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(begin),
                 "r"(static_cast<unsigned>(end - begin))
                 : "memory");
#endif
}

}  // namespace mergelab::detail
