// The parts of the host's memory that the checkers know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt::check {

struct HostRegion {
  std::uintptr_t begin = 0, end = 0;
  std::string name;
  bool read_only = false;
  [[nodiscard]] bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

/// The regions of allow_host().
[[nodiscard]] const std::vector<HostRegion>& host_regions();
/// Returns the region that contains the address, or is nearly hit; null otherwise.
[[nodiscard]] const HostRegion* host_region_near(std::uintptr_t address);
[[nodiscard]] bool on_host_stack(std::uintptr_t address);
[[nodiscard]] bool on_heap(std::uintptr_t address);  // small malloc blocks

}  // namespace simt::check
