// A tile of device_merge: its inputs in shared memory, and how they come there.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "copy_engine.cuh"
#include "plan.cuh"
#include "search.cuh"

namespace mergelab::detail {

/// What a block's warps know about a tile. Places are offsets in bytes in the block's memory.
struct Tile {
  int A, B, A_values, B_values;
  int from_A, count;  // keys of A in it, and outputs of it
  int number;
  bool is_open;  // full, and one more key of A and one of B lie behind the tile's
};

template <class T>
[[nodiscard]] __device__ const T& element(const unsigned char* memory, int place) {
  return *reinterpret_cast<const T*>(memory + place);
}

/// Part of an array, on its way to shared memory. It keeps its address modulo 16: what loads it moves
/// granules of 16 bytes, and the granules at the array's ends may hold something else, so what lies there
/// moves byte by byte.
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
  /// Moves the bytes outside whole granules, with `threads` threads of which this is one.
  __device__ void load_ends(unsigned char* memory, int thread, int threads) const {
    for (std::uintptr_t at = begin_ + thread; at < end_ && at < whole_begin_; at += threads)
      load_byte(memory, at);
    const std::uintptr_t behind = whole_end_ > begin_ ? whole_end_ : begin_;
    for (std::uintptr_t at = behind + thread; at < end_; at += threads)
      if (at >= whole_begin_) load_byte(memory, at);
  }
  /// Moves whole granules, likewise.
  __device__ void load_granules(unsigned char* memory, int thread, int threads) const {
    for (std::uintptr_t at = whole_begin_ + 16 * thread; at < whole_end_; at += 16 * threads)
      *reinterpret_cast<uint4*>(memory + room_ + (at - origin_)) = *reinterpret_cast<const uint4*>(at);
  }
  /// Moves two parts by all threads of a block: all granules are on their way before the first is stored. The
  /// two have kMost granules at most.
  template <int kThreads, int kMost>
  __device__ static void load_both(const Part& first, const Part& second, unsigned char* memory) {
    constexpr int kRows = (kMost + kThreads - 1) / kThreads;
    const int split = first.granules(), all = split + second.granules();
    uint4 granules[kRows];
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int i = row * kThreads + static_cast<int>(threadIdx.x);
      if (i < all) granules[row] = i < split ? first.granule(i) : second.granule(i - split);
    }
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int i = row * kThreads + static_cast<int>(threadIdx.x);
      if (i < split)
        first.put(memory, i, granules[row]);
      else if (i < all)
        second.put(memory, i - split, granules[row]);
    }
    first.load_ends(memory, static_cast<int>(threadIdx.x), kThreads);
    second.load_ends(memory, static_cast<int>(threadIdx.x), kThreads);
  }
  [[nodiscard]] __device__ bool has_ends() const { return begin_ < whole_begin_ || end_ > whole_end_; }
#ifdef MERGELAB_HAS_COPY_ENGINE
  /// Has the copy engine move them; called by one thread. Returns how many bytes arrive on the barrier.
  __device__ unsigned start_granules(unsigned char* memory, CopyBarrier& barrier) const {
    const unsigned bytes = static_cast<unsigned>(whole_end_ - whole_begin_);
    if (bytes > 0)
      start_copy(memory + room_ + (whole_begin_ - origin_), reinterpret_cast<const void*>(whole_begin_),
                 bytes, barrier);
    return bytes;
  }
#endif

 private:
  __device__ void load_byte(unsigned char* memory, std::uintptr_t at) const {
    memory[room_ + (at - origin_)] = *reinterpret_cast<const unsigned char*>(at);
  }
  [[nodiscard]] __device__ int granules() const { return static_cast<int>(whole_end_ - whole_begin_) / 16; }
  [[nodiscard]] __device__ uint4 granule(int i) const {
    return reinterpret_cast<const uint4*>(whole_begin_)[i];
  }
  __device__ void put(unsigned char* memory, int i, uint4 granule) const {
    reinterpret_cast<uint4*>(memory + room_ + (whole_begin_ - origin_))[i] = granule;
  }
  std::uintptr_t begin_, end_, origin_;
  int room_;
  std::uintptr_t whole_begin_, whole_end_;
};

}  // namespace mergelab::detail
