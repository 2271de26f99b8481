// Random numbers that are the same on every machine and standard library, as seeds are part of a report; and
// seeds that are unpredictable.
#pragma once

#include <cstdint>
#include <random>

#include "base/hash.hpp"

namespace mergelab::judge {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += base::kSplitMixStep;
    return base::mix(state_);
  }
  /// Uniform in [0, bound), bound > 0; the bias of at most bound/2^64 does not matter here.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>((Product{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// From the system's random source.
[[nodiscard]] inline std::uint64_t fresh_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace mergelab::judge
