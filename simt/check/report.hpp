// Fills in a finding's fields, and counts findings.
#pragma once

#include <simt/engine.hpp>

#include "finding/finding.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/watch.hpp"
#include "state.hpp"
#include "stream_copies.hpp"

namespace simt::check {

constexpr unsigned kNobody = ~0U;

/// `happens`: the access is the one being checked, not one kept for later. `seen`: what to_finding() gave for
/// its line when it was checked.
void report_race(const Cell& cell, unsigned record, const core::Access& access, bool happens = true,
                 const finding::Access* seen = nullptr);
/// A call of the host's copies or fills what a kernel or a copy beside it uses.
void report_race_of_copy(const CopyCall& call, const Cell& cell, unsigned record,
                         const core::Allocation& allocation, std::uintptr_t address, bool writes);
/// Host code accesses what a kernel or a copy uses that it has not waited for. `cell`: null for a copy, which
/// ran at that time.
void report_race_of_host(const core::Access& access, const Cell* cell, unsigned record, std::uint32_t time);
/// A copy from shared memory reads what the cell's writer wrote without a fence for the copy engine.
void report_unfenced_copy(const Cell& cell, const core::Access& access);
/// The access is of the shared memory of a block of the cluster that may have ended before.
[[nodiscard]] Finding ended_block(const core::Access& access);
void keep_ended_block(const Finding& found, const core::Access& access);
/// The access is of the shared memory of a block of the cluster that may not have started.
void keep_unstarted_block(const core::Access& access);
void report_uninitialised(const core::Access& access);

/// "C[512]", "bounds[1] (shared)": the element, counted in accesses of this width.
[[nodiscard]] finding::Memory memory_of(const core::Access& access);
/// "thread 3 of block 7", "host code"
[[nodiscard]] finding::Agent agent_of(unsigned thread);
[[nodiscard]] finding::Agent running_agent();

/// The thread, the line at `pc`, and the line that called its function; without memory.
[[nodiscard]] finding::Access to_finding(unsigned thread, std::uintptr_t pc);
[[nodiscard]] finding::Access to_finding(const core::Access& access);

/// Keeps a finding, or counts it with those that have the same rule and lines. `other`: the thread of the
/// earlier access, for a race within a block that a barrier would order.
void keep(Finding found, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc = 0,
          unsigned other = kNobody);
/// Others pass a barrier, and threads have returned without it: adds that to races since the last barrier
/// between a thread of each kind.
void tell_of_returned();
/// Whether keep() has had the same before; such a finding needs no fields.
[[nodiscard]] bool again(Rule rule, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc = 0);

/// Ends the run for a copy of `bytes` bytes that the copy engine can't make; `call`: "" for a bulk copy.
[[noreturn]] void fail_copy(Message message, const char* call, std::uint64_t bytes, std::uint64_t granule,
                            const core::Site& site);
/// Ends the run.
[[noreturn]] void fail(const Finding& found);

/// "tileB[0] (shared, tiles[256])", and ", past the end of tileA" if the access's line can get there only by
/// an index of that part; "tileB[0] and tileC[0] (…" if two begin at one place; nothing without a name.
/// `offset` is in bytes from the array's beginning.
void set_parts(const core::Access& access, std::size_t offset, mergelab::finding::Memory& memory);

/// "tileC" for an access behind the array, under the same conditions; empty otherwise.
[[nodiscard]] mergelab::finding::Name past_part(const core::Access& access);

}  // namespace simt::check
