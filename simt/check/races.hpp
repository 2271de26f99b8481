// The order of accesses: which events order them, and the reports of unordered ones.
#pragma once

#include <cstdint>
#include <memory>

#include "simt/core/watch.hpp"
#include "state.hpp"

namespace simt::check {

/// Whether it is of memory that only the running block has.
[[nodiscard]] inline bool is_private(const core::Access& access) {
  return access.space == core::Space::Shared && !core::watch.in_cluster;
}

/// Whether an access of that time may race with one that is still to come.
[[nodiscard]] inline bool may_race(std::uint32_t time, bool is_shared) {
  return is_shared ? time >= state.interval_start : time > state.before_launch;
}

/// An access that no barrier of the block orders after the cell's record: reports a race unless something
/// else orders it, or both are atomic.
void conflict(const Cell& cell, unsigned record, const core::Access& access, std::uint32_t where);

// Races in doubt.

/// Whether what follows may show that the two accesses are no race. Then the race is kept.
[[nodiscard]] bool is_in_doubt(const Cell& cell, unsigned record, const core::Access& access);
/// The running thread updates what it may have read plainly before.
void atomic_follows(const core::Access& access);
/// At a barrier, and where a block ends or waits: reports those of its races that are any.
void report_doubts();
void forget_doubts();

/// Whether any counting barrier has ordered anything.
extern bool barriers_gave __attribute__((visibility("hidden")));

/// Whether nothing can order an access of the block's thread `thread` before the running thread's. False: it
/// has to be looked at.
[[nodiscard]] inline bool plainly_unordered(unsigned thread, std::uint32_t time, unsigned me) {
  if (time < state.interval_start || time < state.phase_start || time <= state.floor[me]) return false;
  if (thread == me || time <= state.last_tile || barriers_gave) return false;
  return thread / 32 != me / 32 || (time > state.warp_floor[me / 32] && time > state.seen[me][thread % 32]);
}

/// Whether second_reader() would change nothing for a plain read: two plain readers are kept, and the thread
/// that races with `me` races with one of them. False: it has to be called.
[[nodiscard]] inline bool has_two_readers(const Cell& cell, unsigned me) {
  const unsigned first = cell.thread[kFirstReader], second = cell.thread[kSecondReader];
  if (second > kNumber || (cell.where[kSecondReader] & kStrong) != 0) return false;
  if (first / 32 == second / 32 && first / 32 != me / 32) return false;
  return plainly_unordered(first, cell.time[kFirstReader], me) &&
         plainly_unordered(second, cell.time[kSecondReader], me);
}

/// Keeps the reader `me` in addition to one that is not ordered before it.
void second_reader(Cell& cell, unsigned me, bool is_shared, std::uint32_t where);

/// Checks and keeps an atomic or volatile reader. It doesn't replace a plain one.
void strong_reader(Cell& cell, const core::Access& access, std::uint32_t where);

/// Before an atomic or volatile write replaces the writer.
void keep_plain_write(Cell& cell, bool is_shared);

/// The bytes of a record that the running thread's next access of the cell may join, because no event between
/// can have ordered only one of the two before another thread: a record has one time and one kind of access
/// for all its bytes.
[[nodiscard]] std::uint32_t bytes_of_same(const Cell& cell, unsigned record, unsigned thread,
                                          std::uint32_t where);

/// Applies the ordering of an atomic or volatile access; returns its flags.
[[nodiscard]] std::uint32_t synchronise(Cell& cell, const core::Access& access);

void uninitialised(const core::Access& access, Cell& cell);

// Clusters.

/// The cells of the running block's shared memory, or of that of its cluster's block `rank`.
[[nodiscard]] Cell* cells_of_shared(unsigned rank);
/// An access of shared memory while a cluster runs.
void cluster_access(const core::Access& access, std::uintptr_t offset);
/// The running block ends.
void cluster_block_ends();

// Cells whose bytes different threads write, with one cell per byte. Few programs have any.

/// Divides a cell if this write would replace the record of a write to other bytes that may still race.
/// Returns whether it did.
[[nodiscard]] bool divide(Cell& cell, const core::Access& access, bool is_shared);

/// Checks an access to a cell that has the mark kDivided. False: everything that the cells of its bytes
/// record is ordered before later accesses, and the cell is whole again.
template <bool kShared>
[[nodiscard]] bool check_divided(Cell& cell, const core::Access& access, std::uint32_t bytes);

/// The cells of a cell's bytes; null if it is not divided.
[[nodiscard]] Cell* bytes_of_divided(const Cell& cell, bool is_shared);

/// Forgets the divided cells whose last access was at this time or before.
void forget_divided_cells(std::uint32_t time);

// The order that counting barriers create between threads, if barriers_gave, and the thread that started a
// copy.

/// Whether a barrier has ordered the running thread `me` after what `thread` (or a copy's number) did up to
/// this time.
[[nodiscard]] bool handed_on(unsigned thread, unsigned me, std::uint32_t time);
/// The last time of the thread's that barriers have ordered before the running thread `me`.
[[nodiscard]] std::uint32_t given_by_barriers(unsigned thread, unsigned me);
/// What a release orders, besides all up to its thread's floor and the block's last barrier: up to when, for
/// each thread.
struct Handed;
// In these, null is nothing.
/// Of a release by the thread, and what `before` has, which may be changed if nobody else holds it. `own`: of
/// the thread itself, and of those lanes of its warp that have fenced.
[[nodiscard]] std::shared_ptr<Handed> handed_by(unsigned thread, std::uint32_t own,
                                                std::shared_ptr<Handed> before);
[[nodiscard]] std::shared_ptr<Handed> joined(const std::shared_ptr<Handed>& one,
                                             const std::shared_ptr<Handed>& other);
/// The running thread `me` acquires it.
void take(unsigned me, const Handed& handed);

/// Lanes, or the threads of a tile, synchronise: each is then ordered after what any got from barriers.
void share_what_barriers_gave(unsigned first, unsigned count, std::uint32_t lanes);
void forget_what_barriers_gave();
/// A block begins: unawaited copies ended with the previous one.
void forget_copies();

/// Whether the number in a cell is a copy's.
[[nodiscard]] inline bool is_copy(unsigned thread) { return thread >= kGroupCopies; }
/// Returns the thread that started the copy, or the last of several for one barrier.
[[nodiscard]] unsigned starter(unsigned thread);

}  // namespace simt::check
