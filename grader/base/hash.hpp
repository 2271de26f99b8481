// The two hash functions, which are the same on every machine and standard library: seeds and fingerprints
// are part of a report. Header-only, for the host and for CUDA devices.
#pragma once

#include <cstdint>
#include <string_view>

#if defined(__CUDACC__)
#define MERGELAB_HOST_DEVICE __host__ __device__
#else
#define MERGELAB_HOST_DEVICE
#endif

namespace mergelab::base {

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
[[nodiscard]] MERGELAB_HOST_DEVICE constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// What SplitMix64 adds to its state before each number.
inline constexpr std::uint64_t kSplitMixStep = 0x9e3779b97f4a7c15ULL;

inline constexpr std::uint64_t kHashOfNothing = 0xcbf29ce484222325ULL;

/// FNV-1a over text, continued from `hash`. A mark at the end keeps "ab", "c" apart from "a", "bc".
[[nodiscard]] constexpr std::uint64_t hash_text(std::uint64_t hash, std::string_view text) {
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0xff) * kPrime;
}

}  // namespace mergelab::base
