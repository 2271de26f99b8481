// The usual access of a kernel: checked without an Access in memory, which is what most of a check would
// cost. What is not usual in every respect changes nothing here and goes the way of events.hpp.
#pragma once

#include "events.hpp"
#include "simt/core/stream_order.hpp"

namespace simt::check {

/// Whether a plain read of these bytes of a cell is one of a value, and raced by no write; then it is
/// remembered.
template <bool kShared>
SIMT_HOT_CHECK bool quick_read(Cell& cell, unsigned me, std::uint32_t where, bool filled) {
  const std::uint32_t bytes = where & kBytes;
  const bool stale = kShared && cell.time[kWriter] < state.block_start;
  if (!filled && (stale || (cell.written & bytes) != bytes)) return false;
  if (!plainly_ordered<kShared>(cell, kWriter, me)) return false;
  if (!plainly_ordered<kShared>(cell, kFirstReader, me)) {
    if (needs_second_reader<kShared>(cell) && !has_two_readers(cell, me))
      second_reader(cell, me, kShared, where);
    return true;
  }
  if ((cell.where[kFirstReader] & ~where & kBytes) != 0) return false;
  cell.time[kFirstReader] = state.now;
  cell.thread[kFirstReader] = static_cast<std::uint16_t>(me);
  cell.where[kFirstReader] = where;
  return true;
}

/// The same for a plain write.
template <bool kShared>
SIMT_HOT_CHECK bool quick_write(Cell& cell, unsigned me, std::uint32_t where) {
  for (unsigned record = 0; record < kRecords; ++record) {
    if (!plainly_ordered<kShared>(cell, record, me)) return false;
  }
  if ((cell.where[kWriter] & ~where & kBytes) != 0) return false;
  const bool stale = kShared && cell.time[kWriter] < state.block_start;
  cell.written = static_cast<std::uint8_t>((stale ? 0 : cell.written) | (where & kBytes));
  cell.contention = kAlone;
  cell.time[kWriter] = state.now;
  cell.thread[kWriter] = static_cast<std::uint16_t>(me);
  cell.where[kWriter] = where;
  return true;
}

template <bool kShared, AccessKind kKind>
SIMT_HOT_CHECK bool quick_cell(Cell& cell, unsigned me, std::uint32_t where, bool filled) {
  return kKind == AccessKind::Read ? quick_read<kShared>(cell, me, where, filled)
                                   : quick_write<kShared>(cell, me, where);
}

/// Of an access that lies in one cell, or fills several: what came of the first ones is the same when they
/// are checked again.
template <bool kShared, unsigned kSize, AccessKind kKind>
SIMT_HOT_CHECK bool quick_cells(Cell* cells, std::uintptr_t offset, unsigned me, std::uint32_t place,
                                bool filled) {
  Cell* const cell = cells + offset / kCellSpan;
  const std::uint32_t all = place << kPlaceShift | kBytes;
  if constexpr (kSize >= kCellSpan) {
    for (unsigned i = 0; i < kSize / kCellSpan; ++i) {
      if (!quick_cell<kShared, kKind>(cell[i], me, all, filled)) return false;
    }
    return true;
  }
  const std::uint32_t bytes = ((1U << kSize) - 1) << offset % kCellSpan;
  return quick_cell<kShared, kKind>(*cell, me, place << kPlaceShift | bytes, filled);
}

/// Whether it is the running thread's own stack.
template <unsigned kSize>
SIMT_HOT_CHECK bool is_on_stack(std::uintptr_t address) {
  using core::watch;
  return address - watch.stack_low < watch.stack_end - watch.stack_low && kSize <= watch.stack_end - address;
}

/// A plain read or write of 1, 2, 4, 8 or 16 bytes of shared memory at `offset`, or of other memory, at an
/// address that the code takes for a multiple of its size. False: events.hpp has to look at it.
template <unsigned kSize, AccessKind kKind>
SIMT_HOT_CHECK bool quick_shared(std::uintptr_t offset, std::uintptr_t pc) {
  using core::watch;
  const std::uintptr_t in_dynamic = offset - state.dynamic_begin;
  if (static_cast<std::ptrdiff_t>(shared_room(offset)) < static_cast<std::ptrdiff_t>(kSize)) return false;
  if (in_dynamic < state.dynamic_reserved && state.spans_marked) return false;
  return quick_cells<true, kSize, kKind>(state.shared.data(), offset, watch.thread, place_of(pc), false);
}
template <unsigned kSize, AccessKind kKind>
SIMT_HOT_CHECK bool quick_global(std::uintptr_t address, std::uintptr_t pc) {
  using core::watch;
  if (kKind == AccessKind::Read && address - watch.builtins_begin < watch.builtins_end - watch.builtins_begin)
    return kSize <= watch.builtins_end - address;
  const core::Allocation* allocation = core::recent_allocation(address, pc);
  if (allocation == nullptr) {
    const std::uintptr_t in_arguments = address - watch.arguments_begin;
    const std::uintptr_t bytes = watch.arguments_end - watch.arguments_begin;
    if (in_arguments < bytes) return kKind == AccessKind::Read && kSize <= bytes - in_arguments;
    allocation = core::find_allocation(address, pc);
    if (allocation == nullptr) return false;
  }
  if (kSize > allocation->end - address || allocation->shadow.empty()) return false;
  if (kKind == AccessKind::Write && allocation->read_only) return false;
  const bool filled = address >= allocation->filled_begin && address + kSize <= allocation->filled_end;
  return quick_cells<false, kSize, kKind>(static_cast<Cell*>(allocation->shadow.begin()),
                                          address - allocation->begin, watch.thread, place_of(pc), filled);
}

/// A plain access by host code, which may use all memory but the device's: of its own memory, or of memory
/// that it shares with the device where what it has written begins, goes on or lies.
template <unsigned kSize, AccessKind kKind>
SIMT_HOT_CHECK bool quick_host(std::uintptr_t address) {
  using core::watch;
  if (!watch.host_is_free || watch.detour || address < core::kNear) return false;
  if (!core::device_bounds.holds(address)) {
    return address - watch.shared_begin >= watch.shared_bytes && !core::variable_bounds.holds(address);
  }
  core::Allocation* const allocation = core::recent_allocation(address);
  if (allocation == nullptr || allocation->kind == simt::MemoryKind::Device || allocation->number == 0)
    return false;
  if (core::host_is_ahead || kSize > allocation->end - address) return false;
  if (kKind == AccessKind::Read) return true;
  if (address == allocation->filled_end && address != allocation->filled_begin)
    allocation->filled_end += kSize;
  return address >= allocation->filled_begin && address + kSize <= allocation->filled_end;
}

}  // namespace simt::check
