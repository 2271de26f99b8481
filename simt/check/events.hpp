// What hooks/ calls at every access and basic block of an instrumented object while watch.checking. What
// nearly every access needs is inlined there; the rest is in races.cpp, divided_cells.cpp and faults.cpp.
#pragma once

#include <algorithm>

#include "faults.hpp"
#include "progress.hpp"
#include "races.hpp"
#include "state.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::Space;

#define SIMT_HOT_CHECK inline __attribute__((always_inline))

/// Whether an earlier access of this launch is ordered before the running thread's, by a barrier or by being
/// its own. Warps and fences are left to the slow path. Shared memory is the running block's own, so that
/// what is left of earlier blocks does not count.
template <bool kShared>
SIMT_HOT_CHECK bool plainly_ordered(const Cell& cell, unsigned record, unsigned me) {
  const std::uint32_t time = cell.time[record];
  if (kShared) return time < state.interval_start || (cell.thread[record] == me);
  if (time <= state.floor[me]) return true;
  return time >= state.block_start && (time < state.interval_start || cell.thread[record] == me);
}

/// Of a plain read that is not ordered after the first reader. Whoever writes races with a plain reader of
/// another block, so that no other need be kept; a reader of an earlier launch, or before a barrier of
/// blocks, may come before who writes.
template <bool kShared>
SIMT_HOT_CHECK bool needs_second_reader(const Cell& cell) {
  const std::uint32_t time = cell.time[kFirstReader];
  return kShared || time >= state.block_start || time < state.phase_start ||
         (cell.where[kFirstReader] & kStrong) != 0;
}

template <bool kShared>
SIMT_HOT_CHECK void check_cell(Cell& cell, const Access& access, std::uint32_t bytes, bool filled) {
  const unsigned me = access.thread;
  const bool stale = kShared && cell.time[kWriter] < state.block_start;  // another block's shared memory
  if (access.kind != AccessKind::Write && access.needs_value && !filled) {
    const std::uint32_t written = stale ? 0 : cell.written;
    if ((written & bytes) != bytes) [[unlikely]]
      uninitialised(access, cell);
  }
  const bool divided = (cell.thread[kWriter] & kDivided) != 0;
  const bool covers = access.kind == AccessKind::Read || (cell.where[kWriter] & ~bytes & kBytes) == 0;
  if (divided || !covers) [[unlikely]] {
    if ((divided || divide(cell, access, kShared)) && check_divided<kShared>(cell, access, bytes)) return;
  }
  std::uint32_t where = place_of(access.pc) << kPlaceShift | bytes;
  if (access.is_strong()) [[unlikely]]
    where |= synchronise(cell, access);
  if (!plainly_ordered<kShared>(cell, kWriter, me)) [[unlikely]]
    conflict(cell, kWriter, access, where);
  if (access.kind == AccessKind::Read) {
    if (access.is_volatile) [[unlikely]]
      return strong_reader(cell, access, where);
    if (!plainly_ordered<kShared>(cell, kFirstReader, me)) {
      if (needs_second_reader<kShared>(cell)) second_reader(cell, me, kShared, where);
      return;
    }
    if ((cell.where[kFirstReader] & ~where & kBytes) != 0) [[unlikely]]
      where |= bytes_of_same(cell, kFirstReader, me, where);
    cell.time[kFirstReader] = state.now;
    cell.thread[kFirstReader] = static_cast<std::uint16_t>(me);
    cell.where[kFirstReader] = where;
    return;
  }
  if (!plainly_ordered<kShared>(cell, kFirstReader, me)) [[unlikely]]
    conflict(cell, kFirstReader, access, where);
  if (!plainly_ordered<kShared>(cell, kSecondReader, me)) [[unlikely]]
    conflict(cell, kSecondReader, access, where);
  if ((cell.where[kWriter] & ~where & kBytes) != 0) [[unlikely]]
    where |= bytes_of_same(cell, kWriter, me, where);
  cell.written = static_cast<std::uint8_t>((stale ? 0 : cell.written) | (access.comes_later ? 0 : bytes));
  if ((where & kStrong) == 0) {
    cell.contention = kAlone;
  } else {
    keep_plain_write(cell, kShared);
  }
  const bool others = cell.contention != kAlone;
  cell.time[kWriter] = state.now;
  cell.thread[kWriter] = static_cast<std::uint16_t>(others ? me | kOthers : me);
  cell.where[kWriter] = where;
  if ((where & kReleased) != 0) ++state.now;  // what follows is not released
}

template <bool kShared>
SIMT_HOT_CHECK void check_cells(Cell* cells, std::uintptr_t offset, const Access& access, bool filled) {
  Cell* cell = cells + offset / kCellSpan;
  const std::uintptr_t first = offset % kCellSpan;
  if (first + access.bytes <= kCellSpan) [[likely]] {
    check_cell<kShared>(*cell, access, ((1U << access.bytes) - 1) << first, filled);
    return;
  }
  for (std::uintptr_t at = offset; at < offset + access.bytes;) {
    const std::uintptr_t end = std::min((at / kCellSpan + 1) * kCellSpan, offset + access.bytes);
    check_cell<kShared>(cells[at / kCellSpan], access, ((1U << (end - at)) - 1) << at % kCellSpan, filled);
    at = end;
  }
}

SIMT_HOT_CHECK bool misaligned(const Access& access) {
  return access.aligned && (access.address & (access.bytes - 1)) != 0 && access.bytes <= 16 &&
         (access.bytes & (access.bytes - 1)) == 0;
}

SIMT_HOT_CHECK void access(const Access& access) {
  if (access.space == Space::Local) return;
  if (access.thread == core::kHostThread) return host_access(access);
  if (access.space == Space::Shared) {
    const std::uintptr_t offset = access.address - core::watch.shared_begin;
    const std::uintptr_t in_dynamic = offset - state.dynamic_begin;
    if (static_cast<std::ptrdiff_t>(shared_room(offset)) < static_cast<std::ptrdiff_t>(access.bytes) ||
        misaligned(access)) [[unlikely]]
      return fault(access);
    if (state.spans_marked && in_dynamic < state.dynamic_reserved) [[unlikely]]
      check_spans(access, in_dynamic);
    if (core::watch.in_cluster) [[unlikely]]
      return cluster_access(access, offset);
    check_cells<true>(state.shared.data(), offset, access, false);
    return;
  }
  if (access.space != Space::Global) return other_access(access);
  core::Allocation& allocation = *access.allocation;
  if (access.bytes > allocation.end - access.address || misaligned(access)) [[unlikely]]
    return fault(access);
  if (access.kind != AccessKind::Read && allocation.read_only) [[unlikely]]
    write_to_const(access);
  if (allocation.shadow.empty()) [[unlikely]]
    make_shadow(allocation);
  const bool filled =
      access.address >= allocation.filled_begin && access.address + access.bytes <= allocation.filled_end;
  check_cells<false>(static_cast<Cell*>(allocation.shadow.begin()), access.address - allocation.begin, access,
                     filled);
}

/// A basic block is entered while watch.quick is off.
SIMT_HOT_CHECK void basic_block(unsigned thread, std::uintptr_t pc) {
  if (core::takes_last(core::watch.hook_steps_left)) [[unlikely]]
    many_steps(thread, pc);
}

}  // namespace simt::check
