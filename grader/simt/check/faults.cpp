// Most of these end the run, because continuing would corrupt the engine's memory or be meaningless. The
// exceptions are reported, and the run continues: a write to read-only memory, and a read just outside an
// array, which gets a conspicuous value.
#include "faults.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "checker.hpp"
#include "host_memory.hpp"
#include "part_names.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/events.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/segments.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"
#include "state.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::Allocation;
using core::DeviceMemory;
using core::line_of;
using core::Owner;
using core::Segment;
using core::Space;
using core::watch;

namespace {

constexpr std::uintptr_t kNear = 64 * 1024;  // around an allocation nothing else is so near
constexpr int kBesideArrays = 0x5a;          // each byte of such a read

const char* verb(const Access& access) { return access.kind == AccessKind::Read ? " reads " : " writes "; }

std::string bytes_text(std::uintptr_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string at(const Access& access) { return ", at " + show(line_of(access.pc)) + called_at(access.pc); }

// "element 5000 of A, which has 4096 elements"
std::string beyond(const std::string& name, std::uintptr_t begin, std::uintptr_t end, const Access& access) {
  const auto width = static_cast<std::intptr_t>(access.bytes);
  const auto offset = static_cast<std::intptr_t>(access.address - begin);
  if (offset % width != 0 || width > 16) {
    return bytes_text(access.bytes) + " at byte " + std::to_string(offset) + " of " + name + ", which has " +
           bytes_text(end - begin);
  }
  const std::uintptr_t count = (end - begin) / access.bytes;
  return name + "[" + std::to_string(offset / width) + "], but " + name + " has " + std::to_string(count) +
         (count == 1 ? " element" : " elements") + " of " + bytes_text(access.bytes);
}

[[noreturn]] void end_with(Rule rule, const Access& access, const std::string& what, std::string hint = {}) {
  Violation violation{rule, show_thread(access.thread) + verb(access) + what + at(access), std::move(hint)};
  if (watch.tracing) {
    const std::uint32_t event = core::next_event();
    core::watch.tracer->access_ends_run(access);
    if (core::next_event() != event) violation.event = event;
  }
  fail(std::move(violation));
}

/// Reports a read outside of an array into unused memory; returns false if the run can't continue.
bool goes_on(Rule rule, const Access& access, const std::string& what, std::string hint = {}) {
  if (access.kind != AccessKind::Read) return false;
  if (again(rule, access.thread, access.pc)) return true;
  keep({rule, show_thread(access.thread) + verb(access) + what + at(access), std::move(hint)}, access.thread,
       access.pc);
  return true;
}

/// The same near an allocation: in the pages around it, or between its parts, where the hosting process may
/// have data.
bool goes_on_beside(const Access& access, const Allocation& nearest) {
  const Allocation& whole = nearest.whole == 0 ? nearest : DeviceMemory::instance().all().at(nearest.whole);
  const auto pages = reinterpret_cast<std::uintptr_t>(whole.pages.begin());
  const std::uintptr_t end = access.address + access.bytes;
  if (!whole.live || access.address < pages || end > pages + whole.pages.bytes()) return false;
  if (!goes_on(Rule::out_of_bounds, access,
               beyond(core::shown_name(nearest), nearest.begin, nearest.end, access)))
    return false;
  for (std::uintptr_t byte = access.address; byte < end; ++byte) {
    if (byte < whole.begin || byte >= whole.end) *reinterpret_cast<unsigned char*>(byte) = kBesideArrays;
  }
  return true;
}

[[noreturn]] void end_misaligned(const Access& access) {
  end_with(Rule::misaligned, access,
           bytes_text(access.bytes) + " at once from " + show_memory(access) +
               ", whose address is not a multiple of " + std::to_string(access.bytes),
           "a vector access needs an address that is a multiple of its size");
}

// No valid kernel access: the address is not in device memory.
void outside(const Access& access) {
  if (access.address < kNear) end_with(Rule::out_of_bounds, access, "through a null pointer");
  const HostRegion* host = host_region_near(access.address);
  if (host != nullptr && host->holds(access.address)) {
    end_with(Rule::host_pointer, access, host->name + ", which is memory of the host",
             "copy the data to memory from cudaMalloc, and give the kernel that pointer");
  }
  if (on_host_stack(access.address)) {
    end_with(Rule::host_pointer, access, "a variable of host code",
             "copy the data to memory from cudaMalloc, and give the kernel that pointer");
  }
  const Allocation* nearest = DeviceMemory::instance().nearest(access.address);
  if (nearest != nullptr && !nearest->live && access.address - nearest->begin < nearest->bytes()) {
    end_with(Rule::use_after_free, access, core::shown_name(*nearest) + " after cudaFree");
  }
  if (nearest != nullptr && access.address + kNear >= nearest->begin &&
      access.address < nearest->end + kNear) {
    if (goes_on_beside(access, *nearest)) return;
    end_with(Rule::out_of_bounds, access,
             beyond(core::shown_name(*nearest), nearest->begin, nearest->end, access));
  }
  if (core::segment_at(access.address) != nullptr || on_heap(access.address)) {
    end_with(Rule::host_pointer, access, "memory of the host",
             "copy the data to memory from cudaMalloc, and give the kernel that pointer");
  }
  end_with(Rule::out_of_bounds, access, "memory that lies outside of every allocation",
           "an index is far out of range, or the pointer is not one of the device");
}

}  // namespace

void fault(const Access& access) {
  if (access.space == Space::Global) {
    const Allocation& allocation = *access.allocation;
    if (access.bytes > allocation.end - access.address) {
      if (goes_on_beside(access, allocation)) return;
      end_with(Rule::out_of_bounds, access,
               beyond(core::shown_name(allocation), allocation.begin, allocation.end, access));
    }
    end_misaligned(access);
  }
  const std::uintptr_t offset = access.address - watch.shared_begin;
  if (offset - state.dynamic_begin < state.dynamic_reserved &&
      offset - state.dynamic_begin + access.bytes > state.dynamic_bytes) {
    const core::SharedVariable array = core::shared_variable(offset);
    const std::uintptr_t begin = watch.shared_begin + state.dynamic_begin, end = begin + state.dynamic_bytes;
    const std::string what =
        beyond(array.name.empty() ? "the dynamic shared array" : array.name, begin, end, access) +
        past_part(access);
    const std::string hint = "the launch asked for " + bytes_text(state.dynamic_bytes) +
                             " of dynamic shared memory, its third argument";
    const std::uintptr_t last = access.address + access.bytes;
    if (last > begin + state.dynamic_reserved || !goes_on(Rule::shared_size, access, what, hint))
      end_with(Rule::shared_size, access, what, hint);
    const std::uintptr_t first = std::max(access.address, end);
    std::memset(reinterpret_cast<void*>(first), kBesideArrays, last - first);
    return;
  }
  if (access.bytes > watch.shared_bytes - offset) {
    end_with(Rule::out_of_bounds, access, "past the end of shared memory");
  }
  end_misaligned(access);
}

void other_access(const Access& access) {
  const Segment* segment = core::segment_at(access.address);
  if (segment != nullptr && segment->owner != Owner::Program) {
    // Host code could have set a library's variable.
    if (access.kind == AccessKind::Read && !segment->writable) return;
    if (segment->owner == Owner::Module)
      end_with(Rule::write_to_const, access, "a constant of its own object");
  }
  outside(access);
}

void host_access(const Access& access) {
  if (access.space == Space::Global) {
    Allocation& allocation = *access.allocation;
    if (allocation.kind == MemoryKind::Device) {
      end_with(Rule::host_access, access, show_memory(access) + ", which is memory of the device",
               "host code reaches it by cudaMemcpy only");
    }
    if (access.bytes > allocation.end - access.address)
      end_with(Rule::out_of_bounds, access,
               beyond(core::shown_name(allocation), allocation.begin, allocation.end, access));
    if (access.kind != AccessKind::Read)
      host::mark_written(reinterpret_cast<void*>(access.address), access.bytes);
    return;
  }
  if (access.space == Space::Shared) end_with(Rule::host_access, access, show_memory(access));
  if (const HostRegion* host = host_region_near(access.address); host != nullptr) {
    if (!host->holds(access.address) || access.address + access.bytes > host->end) {
      end_with(Rule::out_of_bounds, access, beyond(host->name, host->begin, host->end, access));
    }
    if (access.kind == AccessKind::Read || !host->read_only) return;
    if (again(Rule::write_to_const, access.thread, access.pc)) return;
    keep({Rule::write_to_const,
          "host code writes " + host->name + ", which it may only read" + at(access),
          {}},
         access.thread, access.pc);
    return;
  }
  const Segment* segment = core::segment_at(access.address);
  if (segment != nullptr && segment->owner != Owner::Program &&
      access.bytes <= segment->end - access.address) {
    if (access.kind == AccessKind::Read || (segment->owner == Owner::Module && segment->writable)) return;
  }
  const Allocation* nearest = DeviceMemory::instance().nearest(access.address);
  if (nearest != nullptr && access.address + kNear >= nearest->begin &&
      access.address < nearest->end + kNear) {
    end_with(Rule::host_access, access, "memory of the device, near " + core::shown_name(*nearest));
  }
  if (access.address < kNear) end_with(Rule::wild_pointer, access, "through a null pointer");
  end_with(Rule::wild_pointer, access, "memory that is not its own",
           "an index is far out of range, or the pointer is not one of host code's own");
}

void write_to_const(const Access& access) {
  if (again(Rule::write_to_const, access.thread, access.pc)) return;
  keep({Rule::write_to_const,
        show_thread(access.thread) + " writes " + show_memory(access) + ", which is an input" + at(access),
        {}},
       access.thread, access.pc);
}

void make_shadow(Allocation& allocation) {
  allocation.shadow = core::Mapping((allocation.bytes() + kCellSpan - 1) / kCellSpan * sizeof(Cell));
  if (allocation.shadow.empty()) {
    fail({Rule::no_memory,
          "there is no memory to check accesses to " + core::shown_name(allocation) + ", which has " +
              bytes_text(allocation.bytes()),
          {}});
  }
  madvise(allocation.shadow.begin(), allocation.shadow.bytes(), MADV_HUGEPAGE);
}

void Checker::host_wrote(Allocation& allocation, std::uintptr_t begin, std::uintptr_t end) {
  if (allocation.shadow.empty()) make_shadow(allocation);
  auto* cells = static_cast<Cell*>(allocation.shadow.begin());
  for (std::uintptr_t at = begin - allocation.begin; at < end - allocation.begin;) {
    const std::uintptr_t next = std::min((at / kCellSpan + 1) * kCellSpan, end - allocation.begin);
    const unsigned bytes = ((1U << (next - at)) - 1) << at % kCellSpan;
    cells[at / kCellSpan].written = static_cast<std::uint8_t>(cells[at / kCellSpan].written | bytes);
    at = next;
  }
}

}  // namespace simt::check
