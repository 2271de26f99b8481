// How many bytes the counts of a collective call are. A rank's worker copies no more than the judge passes
// on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace mergelab::wire {

/// The bytes of so many elements of `size` bytes. Empty: one of the counts is negative, or all of them are
/// more than `most` bytes.
[[nodiscard]] constexpr std::optional<std::uint64_t> bytes_of(std::span<const std::int32_t> counts,
                                                              std::uint64_t size, std::uint64_t most) {
  std::uint64_t bytes = 0;
  for (const std::int32_t count : counts) {
    if (count < 0 || (size > 0 && static_cast<std::uint64_t>(count) > (most - bytes) / size))
      return std::nullopt;
    bytes += static_cast<std::uint64_t>(count) * size;
  }
  return bytes;
}

}  // namespace mergelab::wire
