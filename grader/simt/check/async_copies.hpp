// What barriers that count arrivals hand on from thread to thread, and which thread has started a copy.
#pragma once

#include <cstdint>

#include "cell.hpp"

namespace simt::check {

/// Whether barriers have handed on anything at all; otherwise there is nothing to ask below.
extern bool barriers_gave __attribute__((visibility("hidden")));
/// Whether a barrier has handed on to the running thread `me` what `thread`, which may be a copy's number,
/// did up to this time.
[[nodiscard]] bool handed_on(unsigned thread, unsigned me, std::uint32_t time);
/// Lanes, or the threads of a tile, meet: each knows then what any has got from barriers.
void share_what_barriers_gave(unsigned first, unsigned count, std::uint32_t lanes);
void forget_what_barriers_gave();
/// A block begins: copies that nobody waited for ended with the one before.
void forget_copies();

/// The number in a cell is a copy's.
[[nodiscard]] inline bool is_copy(unsigned thread) { return thread >= kGroupCopies; }
/// The thread that has started the copy, or the last one of those that arrive on one barrier.
[[nodiscard]] unsigned starter(unsigned thread);

}  // namespace simt::check
