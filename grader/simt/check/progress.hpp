// Whether code that runs for long gets anywhere: what comes to its end by itself is slow, and no endless
// loop.
#pragma once

#include <cstdint>

#include "simt/core/watch.hpp"

namespace simt::check {

/// A launch, or host code after one, begins: its basic blocks are counted from 0.
void restart_steps();
/// How many were entered since then.
[[nodiscard]] std::uint64_t steps_taken();
/// So many basic blocks were entered that it is time to look, or to end the run.
void many_steps(unsigned thread, std::uintptr_t pc);
/// While looks are taken: all threads of the block have met.
void look_at_barrier();
/// An atomic or volatile access.
void note_question(const core::Access& access);

}  // namespace simt::check
