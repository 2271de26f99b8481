// The order of accesses: which events order them, and the reports of unordered ones.
#pragma once

#include "cell.hpp"
#include "simt/core/watch.hpp"
#include "state.hpp"

namespace simt::check {

/// Whether an access of that time may race with one that is still to come.
[[nodiscard]] inline bool may_race(std::uint32_t time, bool is_shared) {
  return is_shared ? time >= state.interval_start : time > state.before_launch;
}

/// An access that no barrier of the block orders after the cell's record: reports a race unless something
/// else orders it, or both are atomic.
void conflict(const Cell& cell, unsigned record, const core::Access& access, std::uint32_t where);

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

}  // namespace simt::check
