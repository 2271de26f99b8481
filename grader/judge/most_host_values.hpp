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

/// Of a problem without a kit.
struct HostLimits {
  std::uint64_t seen = 0;   // bytes that host code may get before those that it gives are counted
  std::uint64_t given = 0;  // bytes that it may give then
};

/// Host code may get flags of loops, counts of blocks and tables, and scan or add up what a block gives for
/// many outputs. Few outputs, such as a sum or the bins of a long array, must not fit: what all blocks give
/// for them is far less than the inputs. `is_exact`: no output has a tolerance, for which a few bits of each
/// input are enough.
[[nodiscard]] constexpr HostLimits host_limits_of_any(std::size_t outputs, std::uint64_t output_bytes,
                                                      std::uint64_t input_bytes, bool is_exact) {
  constexpr std::uint64_t kFlags = 1024, kFew = 64, kShare = 16;
  HostLimits limits{.seen = input_bytes / kShare, .given = most_host_values(outputs) + outputs / 16};
  if (output_bytes <= std::max(kFew, input_bytes / kShare))
    limits.given = std::clamp<std::uint64_t>(output_bytes / 8, 1, limits.given);
  if (is_exact && output_bytes <= input_bytes / 2)
    limits.seen = std::min(input_bytes - input_bytes / 4, input_bytes / 2 + 4 * kFlags);
  limits.seen = std::max(limits.seen, kFlags);
  return limits;
}

/// A rank may pass its kernels all samples, a few for each pair of ranks, or search for splitters in rounds
/// of several launches.
[[nodiscard]] constexpr std::uint64_t most_host_values_of_rank(std::size_t ranks, std::size_t elements) {
  constexpr std::uint64_t kParameters = 160;
  return kParameters + elements / 32 + 4096 + 160 * ranks * ranks;
}

}  // namespace mergelab::judge
