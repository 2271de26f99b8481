// What hooks/ calls at every access and basic block of an instrumented object while watch.counting; inlined
// there.
#pragma once

#include "recorder.hpp"
#include "simt/core/watch.hpp"

namespace simt::count {

/// The one of this process.
extern Recorder recorder __attribute__((visibility("hidden")));

/// What lies in no allocation: variables of the module.
inline constexpr Where kVariables = ~Where{0};

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

inline void access(const core::Access& access) {
  static_assert(static_cast<int>(core::AccessKind::Read) == static_cast<int>(Kind::Read) &&
                static_cast<int>(core::AccessKind::Write) == static_cast<int>(Kind::Write) &&
                static_cast<int>(core::AccessKind::Atomic) == static_cast<int>(Kind::Atomic));
  if (access.thread == core::kHostThread) return;
  std::uint64_t address = access.address;
  Where where = kVariables;
  switch (access.space) {
    case core::Space::Global:
      // The module's variables are an allocation without a number.
      if (access.allocation->number != 0) where = static_cast<Where>(access.allocation->number);
      break;
    case core::Space::Shared:
      where = kShared;
      address -= core::watch.shared_begin;  // so that banks don't depend on where the segment lies
      break;
    case core::Space::Local: {
      // The kernel's parameters are no memory either: compilers differ in how often they read them.
      const core::Watch& watch = core::watch;
      if (address - watch.stack_low < watch.stack_end - watch.stack_low) recorder.local_access(access.thread);
      return;
    }
    case core::Space::Other:
      if (!meets_memory(access)) return;
  }
  const auto kind = static_cast<Kind>(access.kind);
  const Pc pc = place_of(access.pc);
  if (access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0) [[likely]] {
    recorder.access(access.thread, pc, address, static_cast<unsigned>(access.bytes), kind, where);
  } else {
    recorder.range(access.thread, pc, address, access.bytes, kind, where);
  }
}

/// A basic block is entered.
inline void basic_block(unsigned thread, std::uintptr_t pc) {
  if (thread != core::kHostThread) recorder.basic_block(thread, place_of(pc));
}

}  // namespace simt::count
