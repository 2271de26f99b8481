// What the checkers know of the shared memory of blocks that wait for their grid.
#pragma once

#include <cstdint>

namespace simt::check {

/// Forgets those of the launch before.
void forget_waiting_blocks();
void keep_waiting_block(std::uint64_t block);
/// Behind a grid barrier all that a block has done is ordered: only which bytes have values is restored, and
/// the copies under way.
void restore_waiting_block(std::uint64_t block);

}  // namespace simt::check
