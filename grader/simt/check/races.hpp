// The order of accesses: which events order them, and what is done where none does.
#pragma once

#include "cell.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

/// An access that no barrier of the block orders after the cell's record: reports a race unless something
/// else does, or both are atomic.
void conflict(const Cell& cell, unsigned record, const core::Access& access, std::uint32_t where);

/// Keeps the reader `me` beside one that is not ordered before it.
void second_reader(Cell& cell, unsigned me, bool is_shared, std::uint32_t where);

/// Checks and keeps an atomic or volatile reader. It takes no plain one's place.
void strong_reader(Cell& cell, const core::Access& access, std::uint32_t where);

/// Before an atomic or volatile write takes the writer's place.
void keep_plain_write(Cell& cell, bool is_shared);

/// The bytes of a record that the running thread's next access of the cell may add to its own, because
/// nothing that came between can have ordered one of the two before another thread and not the other: a
/// record has one time for all its bytes, and one word on how they were accessed.
[[nodiscard]] std::uint32_t bytes_of_same(const Cell& cell, unsigned record, unsigned thread,
                                          std::uint32_t where);

/// What an atomic or volatile access orders; returns its flags.
[[nodiscard]] std::uint32_t synchronise(Cell& cell, const core::Access& access);

void uninitialised(const core::Access& access, Cell& cell);

}  // namespace simt::check
