// The order of accesses: which events order them, and what is done where none does.
#pragma once

#include <simt/engine.hpp>

#include "cell.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

void launch_begins(const LaunchRecord& launch);
void launch_ends();
void block_begins(std::uint64_t block);
void block_ends();
/// All threads of the block that have not returned wait, and none has gone on yet.
void barrier_released();
/// The same for the lanes of a warp. `syncs`: __syncwarp, the only operation of a warp that orders memory.
void warp_operation_completed(unsigned warp, unsigned lanes, bool syncs);
void fence(unsigned thread);

/// An access that no barrier of the block orders after the cell's record: reports a race unless something
/// else does, or both are atomic.
void conflict(const Cell& cell, unsigned record, const core::Access& access, std::uint32_t where);

/// Keeps a reader beside one that is not ordered before it.
void second_reader(Cell& cell, const core::Access& access, std::uint32_t where);

/// What an atomic or volatile access orders; returns its flags.
[[nodiscard]] std::uint32_t synchronise(Cell& cell, const core::Access& access);

void uninitialised(const core::Access& access, Cell& cell);

}  // namespace simt::check
