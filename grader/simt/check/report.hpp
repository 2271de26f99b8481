// Describes a violation, and counts it.
#pragma once

#include <simt/engine.hpp>

#include "cell.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

constexpr unsigned kNobody = ~0U;

/// `happens`: the access is the one being checked, not one kept for later.
void report_race(const Cell& cell, unsigned record, const core::Access& access, bool happens = true);
/// A copy from shared memory reads what the cell's writer wrote without a fence for the copy engine.
void report_unfenced_copy(const Cell& cell, const core::Access& access);
void report_uninitialised(const core::Access& access);

/// "C[512]", "bounds[1] (shared)": the element, counted in accesses of this width.
[[nodiscard]] std::string show_memory(const core::Access& access);
/// "10,008"
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "thread 3 of block 7", "host code"
[[nodiscard]] std::string show_thread(unsigned thread);

/// ", called at merge_tiled.cuh:40 `...`" of a function of another of the lab's files; else "".
[[nodiscard]] std::string called_at(std::uintptr_t pc);

/// Keeps a violation, or counts it with those that have the same rule and lines. `other`: the thread of the
/// earlier access, for a race within a block that a barrier would order.
void keep(Violation violation, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc = 0,
          unsigned other = kNobody);
/// Others pass a barrier, and threads have returned without it: adds that to races since the last barrier
/// between a thread of each kind.
void tell_of_returned();
/// Whether keep() has had the same before; such a violation needs no text.
[[nodiscard]] bool again(Rule rule, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc = 0);

/// A line about a thread that missed a barrier by returning before its write.
[[nodiscard]] std::string about_returned(unsigned thread);

/// Ends the run.
[[noreturn]] void fail(Violation violation);

}  // namespace simt::check
