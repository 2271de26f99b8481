// What hooks/ calls at every access and basic block of an instrumented object while watch.counting; inlined
// there.
#pragma once

#include <algorithm>
#include <simt/atomic_order.hpp>

#include "coverage.hpp"
#include "recorder.hpp"
#include "simt/core/constant_memory.hpp"
#include "simt/core/watch.hpp"

namespace simt::count {

/// The one of this process.
extern Recorder recorder __attribute__((visibility("hidden")));

[[nodiscard]] inline Pc place_of(std::uintptr_t pc) {
  const std::uintptr_t offset = pc - core::watch.text_begin;
  return offset < static_cast<std::uintptr_t>(kWarpOps) ? static_cast<Pc>(offset) : 0;
}

/// threadIdx and its kin, which are no memory.
[[nodiscard]] bool is_builtin(std::uintptr_t address);

/// Whether a thread's access of what lies in no allocation meets memory.
[[nodiscard]] inline bool meets_memory(const core::Access& access) {
  if (is_builtin(access.address)) return false;
  // Where a checked read outside of an array goes on, it gets nothing that stands for anything.
  return access.kind != core::AccessKind::Read ||
         core::DeviceMemory::instance().beside(access.address) == nullptr;
}

[[nodiscard]] inline Where where_of(const core::Allocation& allocation, std::uintptr_t address) {
  if (allocation.number != 0) [[likely]]
    return static_cast<Where>(allocation.number);
  const bool is_parameter = core::in_constant_memory(address) && !core::is_filled_from_device(address);
  return is_parameter ? kConstants : kVariables;
}

/// What other threads may wait for, and what a thread may have waited for.
inline void order(const core::Access& access) {
  using core::AccessKind;
  if (access.kind != AccessKind::Write) recorder.sees(access.thread, access.address, access.bytes);
  if (access.kind == AccessKind::Read && (access.order & kAcquires) != 0) recorder.acquires(access.thread);
  if (access.kind != AccessKind::Read) recorder.hands_over(access.thread, access.address, access.bytes);
}

static_assert(static_cast<int>(core::AccessKind::Read) == static_cast<int>(Kind::Read) &&
              static_cast<int>(core::AccessKind::Write) == static_cast<int>(Kind::Write) &&
              static_cast<int>(core::AccessKind::Atomic) == static_cast<int>(Kind::Atomic));

// The usual accesses of the running CUDA thread, without an Access in memory.

/// Of its own stack.
inline void use_stack(std::uintptr_t address) {
  address = std::min(address, core::watch.frames_begin);  // written parameters may be all that it uses
  if (address >= core::watch.registers_end) [[likely]]
    return;
  core::use_stack_to(address);
  recorder.uses_stack(core::watch.thread, core::watch.registers_end + kRegisterBytes - address);
}
inline void stack_access(std::uintptr_t address, std::size_t bytes, core::AccessKind kind) {
  if (address >= core::watch.frames_begin &&
      !core::accesses_local_parameter(address, bytes, kind != core::AccessKind::Read))
    return;
  use_stack(address);
  const std::uintptr_t top = core::watch.registers_end + kRegisterBytes;
  recorder.local_access(core::watch.thread, bytes, top - std::min(top, address));
}
/// Of shared memory at `offset`: banks don't depend on where the segment lies.
template <unsigned kSize, core::AccessKind kKind>
void shared_access(std::uintptr_t offset, std::uintptr_t pc) {
  recorder.access(core::watch.thread, place_of(pc), offset, kSize, static_cast<Kind>(kKind), kShared);
}
template <unsigned kSize, core::AccessKind kKind>
void global_access(const core::Allocation& allocation, std::uintptr_t address, std::uintptr_t pc) {
  constexpr auto kind = static_cast<Kind>(kKind);
  coverage.access(kind, address, kSize);
  recorder.access(core::watch.thread, place_of(pc), address, kSize, kind, where_of(allocation, address));
}

inline void log(const core::Access& access) {
  std::uint64_t address = access.address;
  Where where = kVariables;
  switch (access.space) {
    case core::Space::Global:
      where = where_of(*access.allocation, access.address);
      break;
    case core::Space::Shared:
      where = kShared;
      address -= core::watch.shared_begin;  // so that banks don't depend on where the segment lies
      break;
    case core::Space::Local: {
      // The kernel's arguments are no memory: compilers differ in how often they read them.
      const core::Watch& watch = core::watch;
      if (address - watch.stack_low < watch.stack_end - watch.stack_low)
        stack_access(address, access.bytes, access.kind);
      return;
    }
    case core::Space::Other:
      if (!meets_memory(access)) return;
  }
  if (access.is_strong()) [[unlikely]]
    order(access);
  const auto kind = static_cast<Kind>(access.kind);
  const Pc pc = place_of(access.pc);
  if (access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0) [[likely]] {
    recorder.access(access.thread, pc, address, static_cast<unsigned>(access.bytes), kind, where);
  } else {
    recorder.range(access.thread, pc, address, access.bytes, kind, where);
  }
}

inline void access(const core::Access& access) {
  if (access.thread == core::kHostThread) return;
  if (access.space == core::Space::Global)
    coverage.access(static_cast<Kind>(access.kind), access.address, access.bytes);
  log(access);
}

/// One end of an asynchronous copy that a thread starts. Up to so many bytes are an instruction of the
/// thread's warp, as loads and stores are; what is longer goes by itself, and no thread waits for it.
constexpr std::size_t kCopiedByWarp = 16;
inline void copy(const core::Access& access) {
  const bool is_global = access.space == core::Space::Global;
  // What it writes is there when it has landed.
  if (is_global && access.kind == core::AccessKind::Read)
    coverage.access(Kind::Read, access.address, access.bytes);
  if (access.bytes <= kCopiedByWarp) return log(access);
  if (!is_global && access.space != core::Space::Shared) return;
  recorder.bulk_copy(access.thread, place_of(access.pc),
                     is_global ? where_of(*access.allocation, access.address) : kShared,
                     static_cast<Kind>(access.kind), access.address, access.bytes);
}

/// A basic block is entered, in a function whose frame ends at `frame`.
inline void basic_block(unsigned thread, std::uintptr_t pc, std::uintptr_t frame) {
  if (thread == core::kHostThread) return;
  use_stack(frame);
  recorder.basic_block(thread, place_of(pc));
}

}  // namespace simt::count
