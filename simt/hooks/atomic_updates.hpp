// The arithmetic of CUDA's atomics.
#pragma once

#include <cstdint>
#include <simt/atomics.hpp>

namespace simt::core {

struct AtomicUpdate {
  Update update;
  Number number;
  std::size_t bytes;
  std::uint64_t value, expected;
};

/// The number's new bits, in the lower `bytes` of the result.
[[nodiscard]] std::uint64_t updated(const AtomicUpdate& update, std::uint64_t old);

}  // namespace simt::core
