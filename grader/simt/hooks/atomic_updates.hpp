// What the atomics of CUDA make of a number.
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

/// The bits that the number has afterwards, the lower `bytes` of the result.
[[nodiscard]] std::uint64_t updated(const AtomicUpdate& update, std::uint64_t old);

}  // namespace simt::core
