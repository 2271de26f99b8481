// How much host code may give the device once it has looked at values there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace mergelab::judge {

/// The bytes of lengths and parameters that a call needs: those of two launches and a copy for each round
/// that doubles the lengths of `runs` runs.
[[nodiscard]] constexpr std::uint64_t most_host_values(std::size_t runs) {
  constexpr std::uint64_t kParameters = 160, kRound = 80;
  return kParameters +
         kRound * static_cast<std::uint64_t>(std::bit_width(std::max<std::size_t>(runs, 1) - 1));
}

/// That host code may look at before that holds: lengths and bounds.
inline constexpr std::uint64_t kMostHostSeen = 256;

/// Without a kit: flags of loops, counts of blocks and tables, but not nearly all of the inputs.
[[nodiscard]] constexpr std::uint64_t most_host_seen_of_any(std::uint64_t input_bytes) {
  constexpr std::uint64_t kFlags = 1024;
  return std::max(kFlags, input_bytes - input_bytes / 4);
}

/// Without a kit: host code may scan or add up what a block gives for many outputs. Few outputs, such as a
/// sum or the bins of a long array, must not fit: what all blocks give for them is far less than the inputs.
[[nodiscard]] constexpr std::uint64_t most_host_values_of_any(std::size_t outputs, std::uint64_t output_bytes,
                                                              std::uint64_t input_bytes) {
  constexpr std::uint64_t kFew = 64, kShare = 16;
  const std::uint64_t most = most_host_values(outputs) + outputs / 16;
  const bool is_few = output_bytes <= std::max(kFew, input_bytes / kShare);
  return is_few ? std::clamp<std::uint64_t>(output_bytes / 8, 1, most) : most;
}

/// A rank may pass its kernels all samples, a few for each pair of ranks, or search for splitters in rounds
/// of several launches.
[[nodiscard]] constexpr std::uint64_t most_host_values_of_rank(std::size_t ranks, std::size_t elements) {
  constexpr std::uint64_t kParameters = 160;
  return kParameters + elements / 32 + 4096 + 160 * ranks * ranks;
}

}  // namespace mergelab::judge
