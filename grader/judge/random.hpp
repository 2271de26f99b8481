// Random numbers that are the same on every machine and standard library: seeds are part of a report.
#pragma once

#include <cstdint>
#include <string_view>

namespace mergelab::judge {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }
  /// Uniform in [0, bound), bound > 0; the bias of at most bound/2^64 does not matter here.
  std::uint64_t below(std::uint64_t bound) {
    // The high half of a 128-bit product, in two 64-bit steps.
    const std::uint64_t x = next(), low = x & 0xffffffffU, high = x >> 32;
    const std::uint64_t bound_low = bound & 0xffffffffU, bound_high = bound >> 32;
    const std::uint64_t middle = high * bound_low + ((low * bound_low) >> 32);
    const std::uint64_t middle2 = low * bound_high + (middle & 0xffffffffU);
    return high * bound_high + (middle >> 32) + (middle2 >> 32);
  }

 private:
  std::uint64_t state_;
};

/// FNV-1a over text, continued from `hash`: how names and secrets enter a seed.
[[nodiscard]] constexpr std::uint64_t mix_text(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (hash ^ 0xff) * 0x100000001b3ULL;
}

}  // namespace mergelab::judge
