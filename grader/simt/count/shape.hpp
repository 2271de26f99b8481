// From the addresses of one request to what the memory has to do for it.
#pragma once

#include <cstdint>

#include "event.hpp"

namespace simt::count {

/// What the lanes of one request access; of each only the address and the bytes count.
struct Request {
  std::uint64_t data[32];  // in the order of lanes
  unsigned lanes = 0;
  unsigned mask = 0;  // which lanes they are

  void add(unsigned lane, std::uint64_t event_data) {
    mask |= 1U << lane;
    data[lanes++] = event_data;
  }
};

struct GlobalShape {
  unsigned sectors = 0;   // distinct sectors of 32 bytes
  unsigned elements = 0;  // distinct ones
  unsigned bytes = 0;     // of them
};
[[nodiscard]] GlobalShape global_shape(const Request& request);

struct SharedShape {
  unsigned wavefronts = 0;
  unsigned ideal = 0;
};
/// 32 banks of 4 bytes; lanes that want the same word share it. A warp's accesses of 8 bytes are served by
/// halves of the warp, those of 16 by quarters.
[[nodiscard]] SharedShape shared_shape(const Request& request);

}  // namespace simt::count
