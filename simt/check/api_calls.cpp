#include "api_calls.hpp"

#include "host_heap.hpp"
#include "host_memory.hpp"
#include "host_values.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/segments.hpp"

namespace simt::check {
namespace {

using core::Owner;

/// Whether all of [begin, end) belongs to the object: its stack, its heap, device memory, its arguments,
/// variables and constants.
bool may_touch(std::uintptr_t begin, std::uintptr_t end, bool writes) {
  if (begin >= core::watch.host_stack_low && end <= core::watch.host_stack_end)
    return !writes || begin >= core::end_of_frames();
  if (const auto* allocation = core::DeviceMemory::instance().find(begin); allocation != nullptr)
    return !allocation->divided && end <= allocation->end;
  if (const HostRegion* region = host_region_near(begin); region != nullptr && region->holds(begin))
    return end <= region->end && !(writes && region->read_only);
  if (const HostHeap::Block* block = HostHeap::instance().near(begin); block != nullptr)
    return block->live && block->holds(begin, end - begin);
  const core::Segment* segment = core::segment_at(begin);
  if (segment == nullptr || end > segment->end || !segment->readable) return false;
  return !writes || (segment->owner == Owner::Module && segment->writable);
}

enum class By { Call, Copy };

void check_range(const char* call, const void* memory, std::size_t bytes, bool writes, By by) {
  if (!core::watch.active || !core::watch.in_object || bytes == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const core::Allocation* allocation = core::DeviceMemory::instance().find(begin);
  if (by == By::Call && allocation != nullptr && allocation->kind == MemoryKind::Device) {
    Finding found = call_finding(Message::call_of_device_memory, Advice::copy_from_device, call, writes);
    found.access.memory = core::name_of(*allocation);
    fail(found);
  }
  if (begin + bytes > begin && may_touch(begin, begin + bytes, writes)) return;
  const HostHeap::Block* block = HostHeap::instance().near(begin);
  const bool in_block = block != nullptr && begin >= block->begin && begin < block->end;
  Finding found = call_finding(begin == 0    ? Message::call_of_null
                               : !in_block   ? Message::call_of_foreign_memory
                               : block->live ? Message::call_outside_array
                                             : Message::call_after_free,
                               in_block ? Advice::none : Advice::memory_of_host, call, writes);
  found.numbers[0] = static_cast<std::int64_t>(bytes);
  if (in_block) {
    found.access.memory.form = finding::Memory::Form::variable;
    found.access.memory.name = kHeapName;
    found.numbers[1] = static_cast<std::int64_t>(begin - block->begin);
    found.numbers[2] = static_cast<std::int64_t>(block->end - block->begin);
  }
  fail(found);
}

}  // namespace

Finding call_finding(Message message, Advice advice, const char* call, bool writes) {
  Finding found(message, advice);
  found.word = call;
  found.access.at = host::calling_line();
  found.access.verb = writes ? finding::Access::Verb::write : finding::Access::Verb::read;
  return found;
}

void api_writes(const char* call, const void* memory, std::size_t bytes) {
  check_range(call, memory, bytes, true, By::Call);
}

void api_reads(const char* call, const void* memory, std::size_t bytes) {
  check_range(call, memory, bytes, false, By::Call);
}

void copy_writes(const char* call, const void* memory, std::size_t bytes) {
  check_range(call, memory, bytes, true, By::Copy);
  call_writes_variable(reinterpret_cast<std::uintptr_t>(memory));
}

void copy_reads(const char* call, const void* memory, std::size_t bytes) {
  check_range(call, memory, bytes, false, By::Copy);
}

}  // namespace simt::check
