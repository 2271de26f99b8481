// Composes the sentences: which memory, threads and lines, and which rule was broken.
#include "report.hpp"

#include <algorithm>

#include "async_copies.hpp"
#include "launches.hpp"
#include "part_names.hpp"
#include "simt/core/builtins.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"
#include "state.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::line_of;
using core::Scheduler;
using core::Space;

namespace {

std::string block_name(std::uint64_t block) {
  if (gridDim.y == 1 && gridDim.z == 1) return "block " + std::to_string(block);
  std::string name =
      "block (" + std::to_string(block % gridDim.x) + "," + std::to_string(block / gridDim.x % gridDim.y);
  if (gridDim.z != 1) name += std::string(",") + std::to_string(block / gridDim.x / gridDim.y);
  return name + ")";
}

std::uint64_t running_block() {
  return blockIdx.x + std::uint64_t{gridDim.x} * (blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z);
}

// The block that ran at that time.
std::string block_at(std::uint32_t time) {
  const auto after =
      std::upper_bound(state.blocks.begin(), state.blocks.end(), time,
                       [](std::uint32_t at, const State::BlockStart& start) { return at < start.time; });
  return after == state.blocks.begin() ? "another block" : block_name(std::prev(after)->block);
}

std::string element(std::uintptr_t offset, const Access& access) {
  if (offset % access.bytes == 0 && access.bytes <= 16)
    return std::string("[") + std::to_string(offset / access.bytes) + "]";
  return ", byte " + std::to_string(offset);
}

/// Whether it is a shared variable of one element, such as `__shared__ int sum`.
bool is_one_variable(const Access& access) {
  if (access.space != Space::Shared) return false;
  const std::uintptr_t offset = access.address - core::watch.shared_begin;
  const core::SharedVariable variable = core::shared_variable(offset);
  return !variable.name.empty() && variable.begin == offset && variable.end == offset + access.bytes;
}

std::string about_returned() {
  return state.returned == State::kNone ? "" : std::string("\n") + check::about_returned(state.returned);
}

const char* verb(AccessKind kind) {
  return kind == AccessKind::Read ? "reads" : kind == AccessKind::Write ? "writes" : "updates (atomically)";
}

}  // namespace

std::string show_memory(const Access& access) {
  const auto in_variable = [&](const core::SharedVariable& variable, std::uintptr_t offset) {
    const bool scalar = variable.end - variable.begin == access.bytes && offset == variable.begin;
    return variable.name + (scalar ? "" : element(offset - variable.begin, access));
  };
  if (access.space == Space::Global) {
    const std::uintptr_t offset = access.address - core::watch.text_begin;
    const bool of_module = access.allocation->number == 0;
    if (const auto variable = of_module ? core::module_variable(offset) : core::SharedVariable();
        !variable.name.empty()) {
      return in_variable(variable, offset);
    }
    return core::shown_name(*access.allocation) + element(access.address - access.allocation->begin, access);
  }
  if (access.space != Space::Shared) return "memory";
  const std::uintptr_t offset = access.address - core::watch.shared_begin;
  const core::SharedVariable variable = core::shared_variable(offset);
  if (variable.name.empty()) return "shared memory, byte " + std::to_string(offset);
  if (offset - core::watch.dynamic_begin < core::watch.dynamic_reserved) {
    std::string part = show_part(access, offset - core::watch.dynamic_begin);
    if (!part.empty()) return part;
  }
  return in_variable(variable, offset) + " (shared)";
}

std::string show_thread(unsigned thread) {
  if (thread == core::kHostThread) return "host code";
  return Scheduler::instance().thread_name(thread) + " of " + block_name(running_block());
}

std::string about_returned(unsigned thread) {
  return Scheduler::instance().thread_name(thread) +
         " had returned before others came to a barrier: was it to load or to store something?";
}

std::string called_at(std::uintptr_t pc) {
  static const std::vector<std::uintptr_t>& none = *new std::vector<std::uintptr_t>;
  const bool in_kernel = Scheduler::instance().in_kernel();
  const core::Line caller = core::caller_of(pc, in_kernel ? calls_of_launch() : none);
  return caller.known() ? ", called at " + show(caller) : "";
}

void report_race(const Cell& cell, unsigned record, const Access& access, bool happens) {
  const std::uint32_t where = cell.where[record];
  const std::uintptr_t place = where >> kPlaceShift;
  const std::uintptr_t other_pc = place == 0 ? 0 : core::watch.text_begin + place;
  if (again(Rule::race, access.thread, access.pc, other_pc)) return;
  const bool same_block = cell.time[record] >= state.block_start;
  const unsigned number = cell.thread[record] & kNumber;
  const bool by_copy = is_copy(number);
  const unsigned other = by_copy ? starter(number) : number;
  const bool same_warp = same_block && !by_copy && other / 32 == access.thread / 32;
  const bool wrote = record == kWriter || (cell.thread[record] & kPlainWrite) != 0;
  const char* then = !wrote ? "reads" : (where & kAtomic) != 0 ? "updates (atomically)" : "writes";
  Violation violation;  // the earlier access's caller is unknown by now
  violation.rule = Rule::race;
  violation.two_writes = wrote && (where & kAtomic) == 0 && access.kind == AccessKind::Write;
  violation.earlier_event = core::event_of(other, other_pc, access.address);
  if (!happens) violation.event = core::event_of(access.thread, access.pc, access.address);
  // A thread's groups of bulk copies only read shared memory.
  const bool by_own_copy = by_copy && wrote && number < kBarrierCopies && access.space == Space::Shared;
  std::string who = (by_own_copy ? "an asynchronous copy of "
                     : by_copy   ? "a bulk copy of "
                                 : "") +
                    Scheduler::instance().thread_name(other);
  const bool of_launch = cell.time[record] >= state.launch_start;
  std::string block = same_block  ? "the same block"
                      : of_launch ? block_at(cell.time[record])
                                  : "the kernel before";
  if (same_block && !by_copy && other == access.thread) {  // of several, the last is the thread itself
    who = "another thread";
    if (cell.contention == kOfGrid) block = "another block";
  }
  violation.text = show_thread(access.thread) + " " + verb(access.kind) + " " + show_memory(access) + " at " +
                   show(line_of(access.pc)) + (happens ? called_at(access.pc) : "") + ", and " + who +
                   " of " + block + " " + then + " it at " +
                   (other_pc == 0 ? "an unknown line" : show(line_of(other_pc))) + "; nothing orders the two";
  unsigned waits_for = kNobody;  // at a barrier, the waiting thread
  violation.kernel_before = !of_launch;
  if (!of_launch) {
    violation.hint = "the kernel before may still run: cudaGridDependencySynchronize() waits for its end";
  } else if (by_own_copy) {
    violation.hint =
        "until its thread has waited for it by __pipeline_wait_prior, an asynchronous copy writes at any "
        "time: is the wait missing, does it leave out this copy's batch, or is its place used again too "
        "early?";
  } else if (by_copy) {
    violation.hint =
        "until a wait has ended it, a bulk copy reads and writes at any time: is a wait for its barrier or "
        "its "
        "group missing, or made by another thread with no barrier after it?";
  } else if (same_block && wrote && access.kind == AccessKind::Write) {
    violation.hint =
        is_one_variable(access)
            ? "the block's threads share this one variable: let one thread write it, or is a __syncthreads() "
              "missing between two writes?"
            : "two threads write one element: do their shares overlap, or is a __syncthreads() missing?";
    violation.hint += about_returned();
  } else if (same_block) {
    violation.hint = "is a __syncthreads() missing between these lines, or in the loop around them?";
    if (same_warp) violation.hint += " The lanes of a warp need not run in step.";
    waits_for = other;
  } else {
    // Often a wrongly computed place in the output: a hint about order would not help.
    violation.hint =
        wrote && access.kind == AccessKind::Write
            ? "two blocks write one element: do their shares overlap, or is an index wrong?"
            : "blocks run in any order: let no block read what another one writes, or use atomics";
  }
  keep(std::move(violation), access.thread, access.pc, other_pc, waits_for);
}

void report_unfenced_copy(const Cell& cell, const Access& access) {
  const std::uintptr_t other_pc = core::watch.text_begin + (cell.where[kWriter] >> kPlaceShift);
  if (again(Rule::race, access.thread, access.pc, other_pc)) return;
  keep({Rule::race,
        show_thread(access.thread) + " copies " + show_memory(access) + " at " + show(line_of(access.pc)) +
            ", and " + Scheduler::instance().thread_name(cell.thread[kWriter] & kNumber) +
            " of the same block writes it at " + show(line_of(other_pc)) +
            "; no fence for copies stands between the two",
        "the copy engine sees what threads wrote after a fence alone: cuda::ptx::fence_proxy_async, by each "
        "thread that wrote, before the barrier after which the copy starts"},
       access.thread, access.pc, other_pc);
}

void report_uninitialised(const Access& access) {
  if (again(Rule::uninitialised_read, access.thread, access.pc)) return;
  Violation violation;
  violation.rule = Rule::uninitialised_read;
  violation.text = show_thread(access.thread) + " reads " + show_memory(access) + " at " +
                   show(line_of(access.pc)) + called_at(access.pc) + ", which was never written";
  violation.hint =
      access.space == Space::Shared
          ? "shared memory has no value until a thread of the block writes it"
          : "cudaMalloc gives memory without values: copy to it, fill it with cudaMemset, or write it";
  if (access.space == Space::Shared) violation.hint += about_returned();
  keep(std::move(violation), access.thread, access.pc);
}

}  // namespace simt::check
