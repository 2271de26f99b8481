// What a thread's log holds of one access, basic block or warp operation: 16 bytes, because logs are written
// at every access and have to stay in the cache.
#pragma once

#include <cstdint>

namespace simt::count {

enum class Kind : std::uint8_t { Read, Write, Atomic, Block, WarpOp, HandOver };

/// The memory that an access meets: shared memory, or a number >= 1 of global memory's allocations.
using Where = std::uint32_t;
inline constexpr Where kShared = 0;
/// What lies in no allocation: variables of the module, and its __constant__ ones.
inline constexpr Where kVariables = ~Where{0}, kConstants = kVariables - 1;

/// Program counters count from the module's begin. Those of warp operations come after all others, so that a
/// lane stands still at one until the rest of its warp can go no further either.
using Pc = std::int32_t;
inline constexpr Pc kWarpOps = 0x4000'0000;
inline constexpr Pc kAwait = 0x7fff'fffc;  // what follows comes after so many of the warp's hand-overs
inline constexpr Pc kPass = 0x7fff'fffd;   // the next access is a hand-over of this number
inline constexpr Pc kLink = 0x7fff'fffe;   // the log goes on in the next chunk
inline constexpr Pc kEnd = 0x7fff'ffff;    // nothing more is logged yet

struct Event {
  std::uint64_t data;  // address: 48 bits, bytes: 8, kind: 8
  Pc pc;
  Where where;

  static constexpr std::uint64_t kAddress = (std::uint64_t{1} << 48) - 1;
  static constexpr std::uint64_t kElement = (std::uint64_t{1} << 56) - 1;  // address and bytes
};
static_assert(sizeof(Event) == 16);

/// No instructions of a warp, but what the replay follows.
[[nodiscard]] inline bool is_mark(Pc pc) { return static_cast<std::uint32_t>(pc - kAwait) <= kLink - kAwait; }

[[nodiscard]] inline std::uint64_t pack(std::uint64_t address, unsigned bytes, Kind kind) {
  return (address & Event::kAddress) | std::uint64_t{bytes} << 48 | std::uint64_t(kind) << 56;
}
[[nodiscard]] inline std::uint64_t address_of(std::uint64_t data) { return data & Event::kAddress; }
[[nodiscard]] inline unsigned bytes_of(std::uint64_t data) {
  return static_cast<unsigned>(data >> 48 & 0xff);
}
[[nodiscard]] inline Kind kind_of(std::uint64_t data) { return static_cast<Kind>(data >> 56); }

}  // namespace simt::count
