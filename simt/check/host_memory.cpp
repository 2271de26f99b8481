// The limits of host code: the object may access its own memory and what the host program allows.
#include "host_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <simt/engine.hpp>

#include <vector>

#include "simt/core/registered.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {
namespace {

constexpr std::uintptr_t kMissed = 64;  // an access so near a region counts as a miss of it

std::vector<HostRegion>& regions() {
  static auto& allowed = *new std::vector<HostRegion>;
  return allowed;
}

}  // namespace

const std::vector<HostRegion>& host_regions() { return regions(); }

const HostRegion* host_region_near(std::uintptr_t address) {
  const HostRegion* near = nullptr;
  for (const HostRegion& region : regions()) {
    if (region.holds(address)) return &region;
    if (address + kMissed >= region.begin && address < region.end + kMissed) near = &region;
  }
  return near;
}

bool on_host_stack(std::uintptr_t address) {
  return address >= core::watch.host_stack_low && address < core::watch.host_stack_end;
}

bool on_heap(std::uintptr_t address) {
  if (core::watch.host_is_free) {  // mapped at all
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    unsigned char resident = 0;
    return mincore(reinterpret_cast<void*>(address / page * page), 1, &resident) == 0;
  }
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  return address < end && end - address < (std::uintptr_t{1} << 30);
}

}  // namespace simt::check

namespace simt {

void host::allow_host(const void* memory, std::size_t bytes, const std::string& name, bool read_only) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  check::regions().push_back({begin, begin + bytes, name, read_only});
}

void host::free_host_memory() {
  const core::Unsettled unsettled;
  core::watch.host_is_free = true;
}

void host::clear_host_arguments() {
  check::regions().clear();
  core::unregister_memory(0, ~std::uintptr_t{0});
}

}  // namespace simt
