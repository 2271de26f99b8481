// Whether long-running code makes progress: code that ends is slow, not an endless loop.
#pragma once

#include <cstdint>

#include "simt/core/watch.hpp"

namespace simt::check {

/// A launch, or host code after one, begins: resets the count of basic blocks.
void restart_steps();
/// The basic blocks entered since then.
[[nodiscard]] std::uint64_t steps_taken();
/// The limit of basic blocks is reached: checks, or ends the run.
void many_steps(unsigned thread, std::uintptr_t pc);
/// During checks: all threads of the block have met.
void look_at_barrier();
/// The same for the grid's.
void look_at_grid_barrier();
/// Another block runs now.
void forget_barriers_of_block();
/// An atomic or volatile access.
void note_question(const core::Access& access);

}  // namespace simt::check
