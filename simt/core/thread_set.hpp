// A set of a block's threads with a fast next(): the scheduler uses it at every switch.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace simt::core {

class ThreadSet {
 public:
  static constexpr unsigned kNone = ~0U;

  /// Becomes {0, ..., count-1}.
  void fill(unsigned count) {
    for (unsigned w = 0; w < kWords; ++w) {
      const unsigned low = w * 64;
      words_[w] = count >= low + 64 ? ~0ULL : count > low ? (1ULL << (count - low)) - 1 : 0;
    }
  }
  void add(unsigned thread) { words_[thread / 64] |= 1ULL << (thread % 64); }
  void remove(unsigned thread) { words_[thread / 64] &= ~(1ULL << (thread % 64)); }
  [[nodiscard]] bool has(unsigned thread) const { return (words_[thread / 64] >> (thread % 64) & 1) != 0; }

  /// The members of a warp, as a lane mask.
  [[nodiscard]] unsigned warp(unsigned warp) const {
    return static_cast<unsigned>(words_[warp / 2] >> (warp % 2 * 32));
  }
  void add_lanes(unsigned warp, unsigned lanes) {
    words_[warp / 2] |= std::uint64_t{lanes} << (warp % 2 * 32);
  }
  void remove_lanes(unsigned warp, unsigned lanes) {
    words_[warp / 2] &= ~(std::uint64_t{lanes} << (warp % 2 * 32));
  }

  /// Removes all members of another set.
  void take(ThreadSet& from) {
    for (unsigned w = 0; w < kWords; ++w) words_[w] |= std::exchange(from.words_[w], 0);
  }

  [[nodiscard]] unsigned first() const { return at_or_after(0); }
  [[nodiscard]] unsigned last() const { return at_or_before(kWords * 64 - 1); }

  /// The first member after `thread`, or kNone.
  [[nodiscard]] unsigned after(unsigned thread) const { return at_or_after(thread + 1); }

  /// The first member after `thread`, cyclically; kNone if the set is empty.
  [[nodiscard, gnu::always_inline]] unsigned next(unsigned thread) const {
    const unsigned after = at_or_after(thread + 1);
    return after != kNone ? after : first();
  }

  /// The same downwards.
  [[nodiscard]] unsigned previous(unsigned thread) const {
    const unsigned before = thread == 0 ? kNone : at_or_before(thread - 1);
    return before != kNone ? before : last();
  }

 private:
  static constexpr unsigned kWords = 16;

  [[nodiscard, gnu::always_inline]] unsigned at_or_after(unsigned thread) const {
    unsigned w = thread / 64;
    if (w >= kWords) return kNone;
    std::uint64_t word = words_[w] & (~0ULL << (thread % 64));
    while (word == 0) {
      if (++w == kWords) return kNone;
      word = words_[w];
    }
    return w * 64 + static_cast<unsigned>(std::countr_zero(word));
  }

  [[nodiscard]] unsigned at_or_before(unsigned thread) const {
    unsigned w = thread / 64;
    std::uint64_t word = words_[w] & (~0ULL >> (63 - thread % 64));
    while (word == 0) {
      if (w-- == 0) return kNone;
      word = words_[w];
    }
    return w * 64 + 63 - static_cast<unsigned>(std::countl_zero(word));
  }

  std::uint64_t words_[kWords] = {};
};

}  // namespace simt::core
