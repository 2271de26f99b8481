// Copies of the copy engine, and the barriers that they arrive on. A phase of such a barrier orders its
// arrivals only before its waits: so each thread keeps, for each other thread of its block and for the copies
// of each barrier, the time up to which it is ordered after them.
#include "races.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checker.hpp"
#include "report.hpp"
#include "simt/core/async_barriers.hpp"
#include "simt/core/clusters.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "state.hpp"

namespace simt::check {

using core::BulkCopy;

bool barriers_gave = false;

constexpr unsigned kColumns = kThreads + kBarrierSlots;

struct Knowledge {
  std::uint32_t of[kColumns];  // threads, and the copies of barriers
  std::uint32_t floor;         // of all
  std::uint32_t several;       // State::several
};

namespace {

bool copies_landed = false;  // on some barrier

struct Barrier {
  Knowledge running, complete;  // the arrivals of the running phase, and of the earlier ones
  unsigned starter;             // of its last copy
  bool has_landed;              // copies, ordered before the waiting thread now
};

struct Known {
  Knowledge threads[kThreads];
  Barrier barriers[kBarrierSlots];
  std::uint32_t differs[kThreads / 32];  // whether lanes of the warp differ
};

// Pages that no block uses are never touched.
std::unique_ptr<Known, void (*)(void*)> known{nullptr, std::free};

Known& all() {
  if (!known) known.reset(static_cast<Known*>(std::calloc(1, sizeof(Known))));
  if (!known) {
    Finding found(Message::no_memory_to_check);
    found.access.memory = {.form = finding::Memory::Form::variable, .name = "barriers"};
    found.numbers[0] = sizeof(Known);
    fail(found);
  }
  barriers_gave = true;
  return *known;
}

unsigned column(unsigned thread) {
  return thread >= kBarrierCopies ? kThreads + (thread - kBarrierCopies) % kBarrierSlots : thread;
}
Barrier& barrier_of(unsigned slot) { return all().barriers[slot % kBarrierSlots]; }

void join(Knowledge& to, const Knowledge& from) {
  const auto raise = [&](unsigned begin, unsigned end) {
    std::uint32_t* __restrict const ours = to.of;
    const std::uint32_t* __restrict const others = from.of;
    for (unsigned i = begin; i < end; ++i) ours[i] = std::max(ours[i], others[i]);
  };
  raise(0, state.threads);
  if (copies_landed) raise(kThreads, kColumns);
  to.floor = std::max(to.floor, from.floor);
  to.several = std::max(to.several, from.several);
}

/// Calls `visit(column, time)` for what the thread comes after besides its floor, and for its own accesses up
/// to `own`.
template <class F>
void for_all_before(unsigned thread, std::uint32_t own, const F& visit) {
  for (unsigned lane = 0; lane < 32; ++lane)
    visit(thread / 32 * 32 + lane, std::max(state.warp_floor[thread / 32], state.seen[thread][lane]));
  for (unsigned i = 0; i < State::kTileSizes; ++i) {
    const unsigned size = 64U << i, first = thread / size * size;
    const std::uint32_t time = state.tile_floor[i][first / size];
    if (time < state.interval_start) continue;
    for (unsigned t = first; t < std::min(first + size, state.threads); ++t) visit(t, time);
  }
  visit(thread, own);
}

bool in_shared(std::uintptr_t address) {
  return address - core::watch.shared_begin < core::watch.shared_bytes;
}

// The cells of some bytes, with the bytes in each; none for unwatched memory.
template <class F>
void for_cells(std::uintptr_t address, std::size_t bytes, const F& visit) {
  Cell* cells = nullptr;
  std::uintptr_t begin = 0;
  if (in_shared(address)) {
    cells = cells_of_shared(core::rank_in_cluster());
    begin = core::watch.shared_begin;
  } else if (core::Allocation* allocation = core::DeviceMemory::instance().find(address)) {
    cells = static_cast<Cell*>(allocation->shadow.begin());
    begin = allocation->begin;
  }
  if (cells == nullptr) return;
  for (std::uintptr_t at = address - begin, last = at + bytes; at < last;) {
    const std::uintptr_t end = std::min((at / kCellSpan + 1) * kCellSpan, last);
    visit(cells[at / kCellSpan], ((1U << (end - at)) - 1) << at % kCellSpan);
    at = end;
  }
}

// Also visits the cells of the bytes of divided cells.
template <class F>
void for_all_cells(std::uintptr_t address, std::size_t bytes, const F& visit) {
  for_cells(address, bytes, [&](Cell& cell, std::uint32_t of_cell) {
    Cell* const divided = bytes_of_divided(cell, in_shared(address) && !core::watch.in_cluster);
    for (unsigned i = 0; divided != nullptr && i < kCellSpan; ++i) {
      if ((of_cell >> i & 1) != 0) visit(divided[i], 1U << i);
    }
    visit(cell, of_cell);
  });
}

std::uint16_t number_of(const BulkCopy& copy) {
  return static_cast<std::uint16_t>(copy.to_shared ? kBarrierCopies + copy.slot % kBarrierSlots
                                                   : kGroupCopies + copy.thread);
}

core::Access access_of(const BulkCopy& copy) {
  return {.address = copy.from,
          .bytes = copy.bytes,
          .kind = core::AccessKind::Read,
          .is_volatile = false,
          .pc = copy.pc,
          .thread = copy.thread,
          .space = core::Space::Shared,
          .allocation = nullptr,
          .aligned = false,
          .needs_value = true,
          .rank = static_cast<std::uint16_t>(core::rank_in_cluster())};
}

// Stores a copy's number in a cell, after the check as a write.
void write_from_now_on(std::uintptr_t to, std::size_t bytes, std::uint16_t number, std::uintptr_t pc) {
  const std::uint32_t place = place_of(pc) << kPlaceShift;
  for_cells(to, bytes, [&](Cell& cell, std::uint32_t of_cell) {
    cell.contention = kAlone;
    cell.time[kWriter] = kUnderWay;
    cell.thread[kWriter] = number;
    cell.where[kWriter] = place | of_cell;
  });
  state.copies_started = true;
}

// Ends the copies, or the thread's own ones, that a wait has completed.
void end_record(Cell& cell, unsigned record, const BulkCopy& copy) {
  if (cell.time[record] != kUnderWay || cell.thread[record] != number_of(copy)) return;
  cell.time[record] = state.now;
  if (!copy.to_shared) cell.thread[record] = static_cast<std::uint16_t>(copy.thread);
}

}  // namespace

std::uint32_t given_by_barriers(unsigned thread, unsigned me) {
  if (!known || (is_copy(thread) && thread < kBarrierCopies)) return 0;
  return known->threads[me].of[column(thread)];
}

bool handed_on(unsigned thread, unsigned me, std::uint32_t time) {
  return time <= given_by_barriers(thread, me);
}

unsigned starter(unsigned thread) {
  return thread >= kBarrierCopies ? barrier_of(thread - kBarrierCopies).starter : thread - kGroupCopies;
}

// Few are pairs of a column and its time; else there is one for each column.
struct Handed {
  std::vector<std::pair<std::uint16_t, std::uint32_t>> few;
  std::unique_ptr<Knowledge> all;
};

namespace {

constexpr std::size_t kFew = 64;  // a warp, and what it has acquired

void add_to(Knowledge& sum, const Handed& handed) {
  if (handed.all) join(sum, *handed.all);
  for (const auto& [column, time] : handed.few) sum.of[column] = std::max(sum.of[column], time);
}

/// What the thread comes after, and has done itself.
void add_to(Knowledge& sum, unsigned thread, std::uint32_t own) {
  if (known) join(sum, known->threads[thread]);
  const auto raise = [&](unsigned other, std::uint32_t time) {
    sum.of[other] = std::max(sum.of[other], time);
  };
  for_all_before(thread, own, raise);
  for (unsigned lane = thread / 32 * 32; lane < thread / 32 * 32 + 32; ++lane)
    raise(lane, std::min(own, state.fenced[lane]));
}

std::shared_ptr<Handed> handed(const Knowledge& sum) {
  auto made = std::make_shared<Handed>();
  const auto visit = [&](unsigned column) {
    if (sum.of[column] >= state.interval_start)
      made->few.emplace_back(static_cast<std::uint16_t>(column), sum.of[column]);
    return made->few.size() <= kFew;
  };
  for (unsigned i = 0; i < state.threads && visit(i); ++i) {
  }
  for (unsigned i = kThreads; i < kColumns && visit(i); ++i) {
  }
  if (made->few.size() <= kFew) return made;
  made->few.clear();
  made->all = std::make_unique<Knowledge>(sum);
  return made;
}

}  // namespace

std::shared_ptr<Handed> handed_by(unsigned thread, std::uint32_t own, std::shared_ptr<Handed> before) {
  if (before != nullptr && before->all && before.use_count() == 1) {
    add_to(*before->all, thread, own);
    return before;
  }
  static Knowledge& sum = *new Knowledge;
  sum = {};
  if (before != nullptr) add_to(sum, *before);
  add_to(sum, thread, own);
  return handed(sum);
}

std::shared_ptr<Handed> joined(const std::shared_ptr<Handed>& one, const std::shared_ptr<Handed>& other) {
  if (one == nullptr || other == nullptr || one == other) return one == nullptr ? other : one;
  static Knowledge& sum = *new Knowledge;
  sum = {};
  add_to(sum, *one);
  add_to(sum, *other);
  return handed(sum);
}

void take(unsigned me, const Handed& handed) {
  add_to(all().threads[me], handed);
  all().differs[me / 32] = 1;
}

void forget_what_barriers_gave() {
  known.reset();
  barriers_gave = copies_landed = false;
}

void forget_copies() {
  if (!state.copies_started || core::watch.in_cluster) return;  // those of waiting blocks go on
  state.copies_started = false;
  for (Cell& cell : state.shared) {
    for (std::uint32_t& time : cell.time) {
      if (time == kUnderWay) time = 0;
    }
  }
}

void share_what_barriers_gave(unsigned first, unsigned count, std::uint32_t lanes) {
  if (!known) return;
  const bool of_warp = count <= 32;
  if (of_warp && known->differs[first / 32] == 0) return;
  const auto for_each = [&](const auto& visit) {
    for (unsigned t = first; t < first + count && t < state.threads; ++t) {
      if (!of_warp || (lanes >> (t - first) & 1) != 0) visit(known->threads[t]);
    }
  };
  static Knowledge& sum = *new Knowledge;
  sum = {};
  for_each([](const Knowledge& mine) { join(sum, mine); });
  for_each([](Knowledge& mine) { join(mine, sum); });
  const std::uint32_t living = core::Scheduler::instance().living_lanes(first / 32);
  if (of_warp && (living & ~lanes) == 0) known->differs[first / 32] = 0;
  for (unsigned warp = first / 32; !of_warp && warp * 32 < first + count; ++warp) known->differs[warp] = 0;
}

void Checker::arrived_at_barrier(unsigned thread, unsigned slot) {
  Knowledge& mine = all().threads[thread];
  Barrier& barrier = barrier_of(slot);
  join(barrier.running, mine);
  Knowledge& handed = barrier.running;
  const auto raise = [&](unsigned other, std::uint32_t time) {
    handed.of[other] = std::max(handed.of[other], time);
  };
  for_all_before(thread, state.now, raise);
  handed.floor = std::max(handed.floor, state.floor[thread]);
  handed.several = std::max(handed.several, state.several[thread]);
  state.arrived[thread] = state.now++;
}

void Checker::last_arrives(unsigned thread, unsigned slot) {
  join(all().threads[thread], barrier_of(slot).running);
  all().differs[thread / 32] = 1;
}

void Checker::phase_completed(unsigned slot) {
  Barrier& barrier = barrier_of(slot);
  join(barrier.complete, barrier.running);
}

void Checker::phase_seen(unsigned thread, unsigned slot) {
  Barrier& barrier = barrier_of(slot);
  if (barrier.has_landed) {
    barrier.complete.of[column(kBarrierCopies + slot % kBarrierSlots)] = state.now++;
    copies_landed = true;
    barrier.has_landed = false;
  }
  join(all().threads[thread], barrier.complete);
  all().differs[thread / 32] = 1;
  if (barrier.complete.floor <= state.floor[thread] && barrier.complete.several <= state.several[thread])
    return;
  state.floor[thread] = std::max(state.floor[thread], barrier.complete.floor);
  state.several[thread] = std::max(state.several[thread], barrier.complete.several);
  state.acquired = true;
}

void Checker::copy_starts(const BulkCopy& copy) {
  const std::uint16_t number = number_of(copy);
  const std::uint32_t place = place_of(copy.pc) << kPlaceShift;
  if (copy.to_shared) barrier_of(copy.slot).starter = copy.thread;
  write_from_now_on(copy.to, copy.bytes, number, copy.pc);
  if (copy.to_shared) return;
  core::Access access = access_of(copy);
  for_cells(copy.from, copy.bytes, [&](Cell& cell, std::uint32_t bytes) {
    // A thread of this block wrote it after the last fence: the copy engine need not see it.
    const bool unfenced = cell.time[kWriter] >= state.block_start &&
                          !is_copy(cell.thread[kWriter] & kNumber) && cell.time[kWriter] > state.copy_fence;
    access.bytes = kCellSpan;
    if (unfenced && (cell.where[kWriter] & bytes) != 0) report_unfenced_copy(cell, access);
    access.address += kCellSpan;
  });
  for_all_cells(copy.from, copy.bytes, [&](Cell& cell, std::uint32_t bytes) {
    cell.time[kSecondReader] = kUnderWay;
    cell.thread[kSecondReader] = number;
    cell.where[kSecondReader] = place | bytes;
  });
}

void Checker::copy_has_read(const BulkCopy& copy) {
  if (copy.to_shared) return;
  for_all_cells(copy.from, copy.bytes,
                [&](Cell& cell, std::uint32_t) { end_record(cell, kSecondReader, copy); });
}

void Checker::copy_landed(const BulkCopy& copy) {
  for_all_cells(copy.to, copy.bytes, [&](Cell& cell, std::uint32_t) { end_record(cell, kWriter, copy); });
  if (copy.to_shared) barrier_of(copy.slot).has_landed = true;
}

void Checker::copy_left_behind(const BulkCopy& copy) {
  if (again(Rule::async_copy, copy.thread, copy.pc)) return;
  Finding found(Message::copy_left_behind, copy.to_shared ? Advice::wait_for_phase : Advice::wait_for_group);
  found.access = to_finding(copy.thread, copy.pc);
  keep(found, copy.thread, copy.pc);
}

void Checker::fence_before_copies() { state.copy_fence = state.now++; }

void Checker::own_copy_starts(unsigned thread, std::uintptr_t to, std::size_t bytes, std::uintptr_t pc) {
  write_from_now_on(to, bytes, static_cast<std::uint16_t>(kGroupCopies + thread), pc);
}

void Checker::own_copy_ends(unsigned thread, std::uintptr_t to, std::size_t bytes) {
  const BulkCopy copy{to, 0, bytes, false, thread, 0, 0};
  for_all_cells(to, bytes, [&](Cell& cell, std::uint32_t) { end_record(cell, kWriter, copy); });
}

}  // namespace simt::check
