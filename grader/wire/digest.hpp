// A digest of an output, keyed by a nonce that the worker learns only when the call begins: who answers with
// the right digest has finished the output. Worker and judge compute it in the same way, on a device and on
// the host.
#pragma once

#include <cstddef>
#include <cstring>

#include "base/hash.hpp"

namespace mergelab::wire {

/// The output in words of 4 bytes, in chunks of 512 bytes. Of each chunk one sector of 32 bytes counts, which
/// one only the key says: reading a sixteenth keeps the digest's time small compared with the call's, and
/// still finds any unwritten part beyond a few KiB.
inline constexpr std::uint64_t kChunkWords = 128, kSectorWords = 8;

/// The first word of a chunk's sector, in an output of `words` words that reaches into the chunk.
MERGELAB_HOST_DEVICE constexpr std::uint64_t sector_of(std::uint64_t chunk, std::uint64_t words,
                                                       std::uint64_t key) {
  const std::uint64_t left = words - chunk * kChunkWords;
  const std::uint64_t sectors =
      left < kChunkWords ? (left + kSectorWords - 1) / kSectorWords : kChunkWords / kSectorWords;
  return chunk * kChunkWords + base::mix(key + chunk) % sectors * kSectorWords;
}

/// What word `index` adds to the digest; the sum does not depend on the order.
MERGELAB_HOST_DEVICE constexpr std::uint64_t digest_of(std::uint64_t index, std::uint32_t word,
                                                       std::uint64_t key) {
  return base::mix((index << 32 | word) ^ base::mix(key));
}

/// Of memory on the host; `bytes` is a multiple of 4.
inline std::uint64_t digest(const void* memory, std::size_t bytes, std::uint64_t key) {
  const std::uint64_t words = bytes / sizeof(std::uint32_t);
  std::uint64_t sum = 0;
  for (std::uint64_t chunk = 0; chunk * kChunkWords < words; ++chunk) {
    const std::uint64_t first = sector_of(chunk, words, key);
    for (std::uint64_t index = first; index < first + kSectorWords && index < words; ++index) {
      std::uint32_t word = 0;
      std::memcpy(&word, static_cast<const std::byte*>(memory) + index * sizeof word, sizeof word);
      sum += digest_of(index, word, key);
    }
  }
  return sum;
}

}  // namespace mergelab::wire
