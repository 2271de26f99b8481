// The orders in which blocks and threads run, by Order. They depend only on the seed, the number of the
// launch and its size.
#pragma once

#include <bit>
#include <cstdint>
#include <simt/engine.hpp>

#include "base/hash.hpp"

namespace simt::core {

/// One step of splitmix64 (Steele, Lea and Flood, 2014): equal inputs give equal, well mixed outputs.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t value) {
  return mergelab::base::mix(value + mergelab::base::kSplitMixStep);
}

/// Chooses among the threads that could run next.
class ScheduleOrder {
 public:
  ScheduleOrder() = default;
  ScheduleOrder(Order order, std::uint64_t launch) : kind_(order.kind), state_(mix(order.seed) ^ launch) {}

  [[nodiscard]] bool in_step() const { return kind_ == Order::Kind::InStep; }
  [[nodiscard]] bool forward() const { return kind_ != Order::Kind::Reverse && kind_ != Order::Kind::Random; }
  [[nodiscard]] bool reverse() const { return kind_ == Order::Kind::Reverse; }
  [[nodiscard]] unsigned draw() { return static_cast<unsigned>(mix(state_++) >> 32); }

 private:
  Order::Kind kind_ = Order::Kind::Forward;
  std::uint64_t state_ = 0;
};

/// A permutation of {0, ..., count-1} without a table, since a grid may have 2^31 blocks and more.
class BlockOrder {
 public:
  BlockOrder(Order order, std::uint64_t launch, std::uint64_t count)
      : kind_(order.kind),
        count_(count),
        half_bits_((static_cast<unsigned>(std::bit_width(count - 1)) + 1) / 2),
        key_(mix(order.seed) + launch) {}

  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const {
    if (kind_ == Order::Kind::Forward || kind_ == Order::Kind::InStep) return i;
    if (kind_ == Order::Kind::Reverse) return count_ - 1 - i;
    // A Feistel network permutes the numbers of 2 * half_bits_ bits, again for results outside the range.
    do {
      i = permute(i);
    } while (i >= count_);
    return i;
  }

 private:
  [[nodiscard]] std::uint64_t permute(std::uint64_t i) const {
    const std::uint64_t mask = (1ULL << half_bits_) - 1;
    std::uint64_t high = i >> half_bits_, low = i & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = high ^ (mix(key_ ^ (low << 8 | round)) & mask);
      high = low;
      low = next;
    }
    return high << half_bits_ | low;
  }

  Order::Kind kind_;
  std::uint64_t count_;
  unsigned half_bits_;
  std::uint64_t key_;
};

}  // namespace simt::core
