// Most of these end the run, because continuing would corrupt the engine's memory or be meaningless. The
// exceptions are reported, and the run continues: a write to read-only memory, and a read just outside an
// array, which gets a conspicuous value.
#include "faults.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "checker.hpp"
#include "host_heap.hpp"
#include "host_memory.hpp"
#include "host_values.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_variables.hpp"
#include "simt/core/events.hpp"
#include "simt/core/fibers.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/segments.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"
#include "state.hpp"
#include "stream_copies.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::Allocation;
using core::DeviceMemory;
using core::kNear;
using core::Owner;
using core::Segment;
using core::Space;
using core::watch;

namespace {

constexpr int kBesideArrays = 0x5a;  // each byte of such a read

/// "A[5000]" of an array from `begin` to `end`.
void set_beyond(std::uintptr_t begin, std::uintptr_t end, const Access& access, finding::Memory& memory,
                std::size_t element = 0) {
  const auto width = static_cast<std::intptr_t>(access.bytes);
  const auto offset = static_cast<std::intptr_t>(access.address - begin);
  const bool is_element = offset % width == 0 && width <= 16 && (element == 0 || element == access.bytes);
  memory.form = is_element ? finding::Memory::Form::element : finding::Memory::Form::byte;
  memory.index = is_element ? offset / width : offset;
  memory.extent = is_element ? (end - begin) / access.bytes : end - begin;
  memory.bytes = access.bytes;
}

finding::Memory beyond(const Allocation& allocation, const Access& access) {
  finding::Memory memory = core::name_of(allocation);
  set_beyond(allocation.begin, allocation.end, access, memory, allocation.element);
  return memory;
}

finding::Memory variable(const std::string& name) {
  return {.form = finding::Memory::Form::variable, .name = name};
}

finding::Memory beyond(const std::string& name, std::uintptr_t begin, std::uintptr_t end,
                       const Access& access) {
  finding::Memory memory = variable(name);
  set_beyond(begin, end, access, memory);
  return memory;
}

Finding fault_of(const Access& access, Message message, Advice advice = Advice::none,
                 const finding::Memory& memory = {}) {
  Finding found(message, advice);
  found.access = to_finding(access);
  found.access.memory = memory;
  return found;
}

[[noreturn]] void end_with(const Access& access, Finding found) {
  if (watch.tracing) {
    const std::uint32_t event = core::next_event();
    core::watch.tracer->access_ends_run(access);
    if (core::next_event() != event) found.event = event;
  }
  fail(found);
}

[[noreturn]] void end_with(const Access& access, Message message, Advice advice = Advice::none,
                           const finding::Memory& memory = {}) {
  end_with(access, fault_of(access, message, advice, memory));
}

/// Reports a read outside of an array into unused memory; returns false if the run can't continue. Lines are
/// looked up, by `make`, only for the first read of its place: thousands of threads may make the same
/// mistake.
bool goes_on(Rule rule, const Access& access, const auto& make) {
  if (access.kind != AccessKind::Read) return false;
  if (!again(rule, access.thread, access.pc)) keep(make(), access.thread, access.pc);
  return true;
}

/// The same near an allocation: in the pages around it, or between its parts, where the hosting process may
/// have data.
bool goes_on_beside(const Access& access, const Allocation& nearest) {
  const Allocation& whole = nearest.whole == 0 ? nearest : DeviceMemory::instance().all().at(nearest.whole);
  const auto pages = reinterpret_cast<std::uintptr_t>(whole.pages.begin());
  const std::uintptr_t end = access.address + access.bytes;
  if (!whole.live || access.address < pages || end > pages + whole.pages.bytes()) return false;
  if (!goes_on(Rule::out_of_bounds, access, [&] {
        return fault_of(access, Message::outside_array, Advice::none, beyond(nearest, access));
      }))
    return false;
  for (std::uintptr_t byte = access.address; byte < end; ++byte) {
    if (byte < whole.begin || byte >= whole.end) *reinterpret_cast<unsigned char*>(byte) = kBesideArrays;
  }
  return true;
}

[[noreturn]] void end_misaligned(const Access& access) {
  Finding found = fault_of(access, Message::misaligned, Advice::vector_alignment, memory_of(access));
  found.numbers[0] = static_cast<std::int64_t>(access.bytes);
  end_with(access, found);
}

/// How the data gets to the device: in managed memory, if the program uses that.
Advice for_host_memory() {
  for (const auto& [begin, allocation] : DeviceMemory::instance().all()) {
    if (allocation.kind == MemoryKind::Managed && allocation.number != 0) return Advice::copy_to_managed;
  }
  return Advice::copy_to_device;
}

// No valid kernel access: the address is not in device memory.
void outside(const Access& access) {
  if (access.address < kNear) end_with(access, Message::null_pointer);
  if (const std::uintptr_t variable = core::of_host_copy(access.address); variable != 0)
    end_with(access, Message::host_copy, Advice::symbol_address, variable_with(variable));
  const HostRegion* host = host_region_near(access.address);
  if (host != nullptr && host->holds(access.address))
    end_with(access, Message::named_host_memory, for_host_memory(), variable(host->name));
  if (access.address - watch.stack_low < core::Fibers::kStackBytes)
    end_with(access, Message::outside_local_variables, Advice::far_index);
  if (on_host_stack(access.address)) end_with(access, Message::host_variable, for_host_memory());
  const Allocation* nearest = DeviceMemory::instance().nearest(access.address);
  if (nearest != nullptr && !nearest->live && access.address - nearest->begin < nearest->bytes())
    end_with(access, Message::after_free, Advice::none, core::name_of(*nearest));
  if (nearest != nullptr && access.address + kNear >= nearest->begin &&
      access.address < nearest->end + kNear) {
    if (goes_on_beside(access, *nearest)) return;
    end_with(access, Message::outside_array, Advice::none, beyond(*nearest, access));
  }
  if (core::segment_at(access.address) != nullptr || on_heap(access.address) ||
      HostHeap::instance().near(access.address) != nullptr)
    end_with(access, Message::host_memory, for_host_memory());
  end_with(access, Message::far_outside, Advice::far_index);
}

}  // namespace

void fault(const Access& access) {
  if (access.space == Space::Global) {
    const Allocation& allocation = *access.allocation;
    if (access.bytes > allocation.end - access.address) {
      if (goes_on_beside(access, allocation)) return;
      end_with(access, Message::outside_array, Advice::none, beyond(allocation, access));
    }
    end_misaligned(access);
  }
  const std::uintptr_t offset = access.address - watch.shared_begin;
  if (offset - state.dynamic_begin < state.dynamic_reserved &&
      offset - state.dynamic_begin + access.bytes > state.dynamic_bytes) {
    const std::uintptr_t begin = watch.shared_begin + state.dynamic_begin, end = begin + state.dynamic_bytes;
    const auto make = [&] {
      const core::SharedVariable array = core::shared_variable(offset);
      finding::Memory memory = variable(array.name.empty() ? "the dynamic shared array" : array.name);
      set_beyond(begin, end, access, memory);
      memory.past = past_part(access);
      Finding found = fault_of(access, Message::outside_dynamic_shared, Advice::dynamic_shared_bytes, memory);
      found.numbers[0] = static_cast<std::int64_t>(state.dynamic_bytes);
      return found;
    };
    const std::uintptr_t last = access.address + access.bytes;
    if (last > begin + state.dynamic_reserved || !goes_on(Rule::shared_size, access, make))
      end_with(access, make());
    const std::uintptr_t first = std::max(access.address, end);
    std::memset(reinterpret_cast<void*>(first), kBesideArrays, last - first);
    return;
  }
  if (access.bytes > watch.shared_bytes - offset) end_with(access, Message::past_shared_memory);
  if (access.bytes > shared_room(offset))
    end_with(access, Message::foreign_shared, Advice::none, memory_of(access));
  end_misaligned(access);
}

void other_access(const Access& access) {
  if (core::watch.in_cluster && access.address - core::watch.cluster_begin < core::watch.cluster_bytes)
    end_with(access, Message::own_by_cluster_address);
  const Segment* segment = core::segment_at(access.address);
  if (segment != nullptr && segment->owner != Owner::Program) {
    // Host code could have set a library's variable.
    if (access.kind == AccessKind::Read && !segment->writable) return;
    if (segment->owner == Owner::Module) end_with(access, Message::constant);
  }
  outside(access);
}

void host_access(const Access& access) {
  if (access.space == Space::Global) {
    Allocation& allocation = *access.allocation;
    if (allocation.kind == MemoryKind::Device)
      end_with(access, Message::device_memory, Advice::copy_from_device, memory_of(access));
    if (access.bytes > allocation.end - access.address)
      end_with(access, Message::outside_array, Advice::none, beyond(allocation, access));
    if (allocation.number == 0) host_uses_variable(access);
    check_shared_with_host(access);
    if (access.kind != AccessKind::Read)
      host::mark_written(reinterpret_cast<void*>(access.address), access.bytes);
    return;
  }
  if (access.space == Space::Shared)
    end_with(access, Message::shared_memory_by_host, Advice::none, memory_of(access));
  if (const HostRegion* host = host_region_near(access.address); host != nullptr) {
    if (!host->holds(access.address) || access.address + access.bytes > host->end)
      end_with(access, Message::outside_array, Advice::none,
               beyond(host->name, host->begin, host->end, access));
    if (access.kind == AccessKind::Read || !host->read_only) return;
    if (again(Rule::write_to_const, access.thread, access.pc)) return;
    keep(fault_of(access, Message::read_only, Advice::none, variable(host->name)), access.thread, access.pc);
    return;
  }
  if (const HostHeap::Block* block = HostHeap::instance().near(access.address); block != nullptr) {
    if (!block->live) end_with(access, Message::heap_after_free);
    if (!block->holds(access.address, access.bytes))
      end_with(access, Message::outside_array, Advice::none,
               beyond(kHeapName, block->begin, block->end, access));
    return;
  }
  const Segment* segment = core::segment_at(access.address);
  if (segment != nullptr && segment->readable && access.bytes <= segment->end - access.address) {
    if (access.kind == AccessKind::Read || (segment->owner == Owner::Module && segment->writable)) return;
  }
  const Allocation* nearest = DeviceMemory::instance().nearest(access.address);
  if (nearest != nullptr && access.address + kNear >= nearest->begin &&
      access.address < nearest->end + kNear) {
    end_with(access, Message::near_device_memory, Advice::none, core::name_of(*nearest));
  }
  if (access.address < kNear) {
    Finding found = fault_of(access, Message::null_pointer);
    found.rule = Rule::wild_pointer;
    end_with(access, found);
  }
  if (watch.host_is_free) return;
  end_with(access, Message::not_its_own, Advice::far_host_index);
}

void write_to_const(const Access& access) {
  if (again(Rule::write_to_const, access.thread, access.pc)) return;
  keep(fault_of(access, Message::input, Advice::none, memory_of(access)), access.thread, access.pc);
}

void make_shadow(Allocation& allocation) {
  allocation.shadow = core::Mapping((allocation.bytes() + kCellSpan - 1) / kCellSpan * sizeof(Cell),
                                    core::place_that_tells_nothing());
  if (allocation.shadow.empty()) {
    Finding found(Message::no_memory_to_check);
    found.access.memory = core::name_of(allocation);
    found.numbers[0] = static_cast<std::int64_t>(allocation.bytes());
    fail(found);
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

// The parts of the dynamic shared array that the running block has marked with LAB_SPAN.

namespace {

struct Span {
  std::uintptr_t begin, end;  // offsets in the array
  [[nodiscard]] bool operator==(const Span&) const = default;
};

std::vector<Span>& spans() {
  static auto& marked = *new std::vector<Span>;
  return marked;
}

}  // namespace

void check_spans(const core::Access& access, std::uintptr_t offset) {
  const Span* before = nullptr;
  for (const Span& span : spans()) {
    if (offset >= span.begin && offset + access.bytes <= span.end) return;
    if (span.begin <= offset && (before == nullptr || span.begin > before->begin)) before = &span;
  }
  if (again(Rule::out_of_bounds, access.thread, access.pc)) return;
  Finding found(before == nullptr ? Message::outside_spans : Message::outside_spans_behind,
                Advice::span_index);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  if (before != nullptr)
    found.numbers = {static_cast<std::int64_t>(before->end), static_cast<std::int64_t>(offset)};
  if (access.kind != core::AccessKind::Read) fail(found);
  keep(found, access.thread, access.pc);
}

}  // namespace simt::check

namespace simt {

void mark_span(const void* memory, unsigned long bytes) {
  using core::watch;
  if (!watch.checking || watch.thread == core::kHostThread) return;
  const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(memory) - watch.shared_begin - watch.dynamic_begin;
  if (offset > watch.dynamic_reserved) return;
  if (!check::state.spans_marked) check::spans().clear();
  check::state.spans_marked = true;
  const check::Span span{offset, offset + bytes};
  for (const check::Span& known : check::spans()) {
    if (known == span) return;
  }
  check::spans().push_back(span);
}

}  // namespace simt
