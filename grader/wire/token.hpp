// The tokens of Counted: a bijection of 32-bit keys that only the holder of its key can invert.
#pragma once

#include <cstdint>

namespace mergelab::wire {

/// A four-round Feistel network on 16-bit halves. It hides order from a program that compares tokens as
/// numbers; it is not cryptography.
class TokenCipher {
 public:
  explicit TokenCipher(std::uint32_t key) : key_(key) {}

  [[nodiscard]] std::uint32_t encode(std::int32_t value) const {
    std::uint32_t left = static_cast<std::uint32_t>(value) >> 16,
                  right = static_cast<std::uint32_t>(value) & 0xffff;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      const std::uint32_t next = left ^ mix(right, round);
      left = right;
      right = next;
    }
    return left << 16 | right;
  }

  [[nodiscard]] std::int32_t decode(std::uint32_t token) const {
    std::uint32_t left = token >> 16, right = token & 0xffff;
    for (std::uint32_t round = kRounds; round-- > 0;) {
      const std::uint32_t previous = right ^ mix(left, round);
      right = left;
      left = previous;
    }
    return static_cast<std::int32_t>(left << 16 | right);
  }

 private:
  static constexpr std::uint32_t kRounds = 4;
  [[nodiscard]] std::uint32_t mix(std::uint32_t half, std::uint32_t round) const {
    const std::uint32_t x = (half + key_ + round * 0x9e3779b9U) * 0x85ebca6bU;
    return (x ^ x >> 15) >> 8 & 0xffff;
  }
  std::uint32_t key_;
};

}  // namespace mergelab::wire
