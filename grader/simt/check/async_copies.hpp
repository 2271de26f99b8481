// The order that counting barriers create between threads, and the thread that started a copy.
#pragma once

#include <cstdint>

#include "cell.hpp"

namespace simt::check {

/// Whether any barrier has ordered anything; otherwise the functions below need not be called.
extern bool barriers_gave __attribute__((visibility("hidden")));
/// Whether a barrier has ordered the running thread `me` after what `thread` (or a copy's number) did up to
/// this time.
[[nodiscard]] bool handed_on(unsigned thread, unsigned me, std::uint32_t time);
/// The last time of the thread's that barriers have ordered before the running thread `me`.
[[nodiscard]] std::uint32_t given_by_barriers(unsigned thread, unsigned me);
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
