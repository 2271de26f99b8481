// The functions that compilers call in an object built with `simt-cc --instrument`: their thread sanitizer's
// at every load and store, and their coverage's at every basic block. The engine defines them; no sanitizer
// is linked.
#include "accesses.hpp"

#include <algorithm>
#include <cstring>
#include <simt/atomics.hpp>
#include <simt/engine.hpp>
#include <simt/ordered_access.hpp>

#include "atomic_updates.hpp"
#include "simt/check/events.hpp"
#include "simt/check/quick.hpp"
#include "simt/core/clusters.hpp"
#include "simt/core/events.hpp"
#include "simt/core/host_threads.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/count/events.hpp"
#include "simt/trace/events.hpp"

#define SIMT_HOT inline __attribute__((always_inline))

namespace simt::core {

namespace {

/// In the shared memory of another block of the cluster.
bool is_of_another_block(std::uintptr_t address) {
  const std::uintptr_t offset = address - watch.cluster_begin;
  return offset < watch.cluster_bytes && offset / watch.cluster_stride != rank_in_cluster();
}

/// `frame`: of the engine's function that stores, below which the stack is not the program's; or 0.
SIMT_HOT void classify(Access& access, std::uintptr_t frame = 0) {
  const std::uintptr_t address = access.address;
  access.allocation = nullptr;
  const auto within = [&](std::uintptr_t begin, std::uintptr_t end) {
    return address - begin < end - begin && access.bytes <= end - address;
  };
  if (within(std::max(watch.stack_low, frame), watch.stack_end)) {
    access.space = Space::Local;
  } else if (address - watch.shared_begin < watch.shared_bytes) {
    access.space = Space::Shared;
    if (watch.in_cluster) [[unlikely]]
      access.rank = static_cast<std::uint16_t>(rank_in_cluster());
  } else if (watch.in_cluster && is_of_another_block(address)) {
    access.space = Space::Shared;
    access.rank = static_cast<std::uint16_t>((address - watch.cluster_begin) / watch.cluster_stride);
    access.address = watch.shared_begin + (address - watch.cluster_begin) % watch.cluster_stride;
  } else if (access.kind == AccessKind::Read && within(watch.builtins_begin, watch.builtins_end)) {
    access.space = Space::Local;
  } else if ((access.allocation = DeviceMemory::instance().find(address)) != nullptr) {
    access.space = Space::Global;
  } else {
    const bool argument = within(watch.arguments_begin, watch.arguments_end);
    access.space = argument && access.kind == AccessKind::Read ? Space::Local : Space::Other;
  }
}

[[gnu::noinline, gnu::cold]] void step(const Access& access, std::uintptr_t frame) {
  if (access.thread == kHostThread) return;
  const bool shared = access.space == Space::Shared;
  if (!shared && (access.space != Space::Global || access.allocation->read_only)) return;
  Scheduler::instance().come_to(frame, access.pc);
  Scheduler::instance().wait_for_those_behind();
}

// Rare modes: threads in step, and a log of every access.
[[gnu::noinline, gnu::cold]] void detour(const Access& access, std::uintptr_t frame) {
  if (watch.tracing) trace::settle();
  if (watch.in_step) step(access, frame);
  if (watch.checking) check::access(access);
  if (watch.tracing) trace::access(access);
  if (watch.counting) count::access(access);
}

// When accesses are only checked, a second report changes nothing, and common ones are not recorded.
SIMT_HOT void note(std::uintptr_t address, std::size_t bytes, AccessKind kind) {
  watch.reported[watch.next_reported++ % Watch::kReported] = {address, bytes, kind != AccessKind::Read};
}

SIMT_HOT void watched(std::uintptr_t address, std::size_t bytes, AccessKind kind, bool is_volatile,
                      std::uintptr_t pc, bool aligned = true, bool needs_value = true,
                      unsigned char order = 0, std::uintptr_t frame = 0) {
  note(address, bytes, kind);
  const bool is_atomic = kind == AccessKind::Atomic || order != 0;
  if (is_atomic && watch.counting && watch.thread != kHostThread) Scheduler::instance().let_others_catch_up();
  Access access{address,      bytes,   kind,    is_volatile, pc,    watch.thread,
                Space::Other, nullptr, aligned, needs_value, false, order};
  classify(access, frame);
  if (watch.detour) [[unlikely]]
    return detour(access, SIMT_FRAME);
  if (watch.checking) check::access(access);
  if (watch.counting) count::access(access);
}

// The rare case, in a separate function, so the hook for the common one has no registers to save.
[[gnu::noinline]] void unusual(std::uintptr_t address, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                               std::uintptr_t frame) {
  note(address, bytes, kind);
  Access access{address, bytes, kind, false, pc, watch.thread, Space::Other, nullptr, true, true, false, 0};
  classify(access);
  if (watch.detour) [[unlikely]]
    return detour(access, frame);
  if (watch.checking) check::access(access);
  if (watch.counting) count::access(access);
}

// Three functions, so each has few registers to save.
template <unsigned kSize, AccessKind kKind>
[[gnu::noinline]] void usual_global(std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  if (!check::quick_global<kSize, kKind>(address, pc)) unusual(address, kSize, kKind, pc, frame);
}
template <unsigned kSize, AccessKind kKind>
[[gnu::noinline]] void usual_shared(std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  if (!check::quick_shared<kSize, kKind>(address - watch.shared_begin, pc))
    unusual(address, kSize, kKind, pc, frame);
}
template <unsigned kSize, AccessKind kKind>
SIMT_HOT bool is_checked(std::uintptr_t address, std::uintptr_t pc) {
  const std::uintptr_t in_shared = address - watch.shared_begin;
  return in_shared < watch.shared_bytes ? check::quick_shared<kSize, kKind>(in_shared, pc)
                                        : check::quick_global<kSize, kKind>(address, pc);
}
template <unsigned kSize, AccessKind kKind>
SIMT_HOT bool is_checked_unseen(std::uintptr_t address, std::uintptr_t pc) {
  if (watch.thread == kHostThread) return check::quick_host<kSize, kKind>(address);
  return watch.quick && address % kSize == 0 && is_checked<kSize, kKind>(address, pc);
}
template <AccessKind kKind>
SIMT_HOT bool is_checked_unseen(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  switch (bytes) {
    case 1:
      return is_checked_unseen<1, kKind>(address, pc);
    case 2:
      return is_checked_unseen<2, kKind>(address, pc);
    case 4:
      return is_checked_unseen<4, kKind>(address, pc);
    case 8:
      return is_checked_unseen<8, kKind>(address, pc);
    case 16:
      return is_checked_unseen<16, kKind>(address, pc);
    default:
      return false;
  }
}
// Requires watch.quick_counting.
template <unsigned kSize, AccessKind kKind>
[[gnu::noinline]] void usual_counted(std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  note(address, kSize, kKind);
  if (check::is_on_stack<kSize>(address)) return count::stack_access(address, kSize, kKind);
  const std::uintptr_t in_shared = address - watch.shared_begin;
  if (in_shared < watch.shared_bytes) {
    if (!check::quick_shared<kSize, kKind>(in_shared, pc)) return unusual(address, kSize, kKind, pc, frame);
    return count::shared_access<kSize, kKind>(in_shared, pc);
  }
  if (!check::quick_global<kSize, kKind>(address, pc)) return unusual(address, kSize, kKind, pc, frame);
  if (const Allocation* allocation = recent_allocation(address, pc))  // else it is threadIdx or similar
    count::global_access<kSize, kKind>(*allocation, address, pc);
}
template <unsigned kSize, AccessKind kKind>
SIMT_HOT void usual(std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  if (watch.thread == kHostThread && check::quick_host<kSize, kKind>(address)) return;
  if (watch.thread == kHostThread || address % kSize != 0) [[unlikely]]
    return unusual(address, kSize, kKind, pc, frame);
  if (watch.quick_counting) return usual_counted<kSize, kKind>(address, pc, frame);
  if (!watch.quick) [[unlikely]]
    return unusual(address, kSize, kKind, pc, frame);
  simt_last_checked = address | access_word(kSize, kKind == AccessKind::Read, kKind == AccessKind::Write)
                                    << 56U;
  if (address - watch.shared_begin < watch.shared_bytes)
    return usual_shared<kSize, kKind>(address, pc, frame);
  usual_global<kSize, kKind>(address, pc, frame);
}

// In a program with several host threads.
template <unsigned kSize, AccessKind kKind>
[[gnu::noinline]] void usual_among_threads(std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  if (!watch.active) return;
  if (is_followed()) return usual<kSize, kKind>(address, pc, frame);
  beside_followed(address, [=] { usual<kSize, kKind>(address, pc, frame); });
}
[[gnu::noinline]] void watched_among_threads(std::uintptr_t address, std::size_t bytes, AccessKind kind,
                                             bool is_volatile, std::uintptr_t pc, bool aligned) {
  if (!watch.active) return;
  if (is_followed()) return watched(address, bytes, kind, is_volatile, pc, aligned);
  beside_followed(address, [=] { watched(address, bytes, kind, is_volatile, pc, aligned); });
}

// A returning call would have registers to save, in each block.
[[gnu::noinline, gnu::cold]] void counted_last_block(std::uintptr_t pc, std::uintptr_t frame) {
  check::many_steps(watch.thread, pc);
  count::basic_block(watch.thread, pc, frame);
}
[[gnu::noinline]] void counted_block(std::uintptr_t pc, std::uintptr_t frame) {
  if (takes_last(watch.hook_steps_left)) [[unlikely]]
    return counted_last_block(pc, frame);
  count::basic_block(watch.thread, pc, frame);
}

[[gnu::noinline]] void unusual_block(std::uintptr_t pc, std::uintptr_t frame) {
  if (!watch.active) return;
  if (watch.in_step && watch.thread != kHostThread) [[unlikely]]
    Scheduler::instance().come_to_block(frame, pc);
  if (watch.checking) check::basic_block(watch.thread, pc);
  if (watch.counting) count::basic_block(watch.thread, pc, frame);
}

// A struct of two words, which compilers report as a range.
SIMT_HOT bool fills_two_cells(std::uintptr_t address, std::size_t bytes) {
  return bytes == 8 && address % 4 == 0 && watch.thread != kHostThread;
}

}  // namespace

void on_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
               std::uintptr_t frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (!is_followed()) [[unlikely]]
    return beside_followed(address, [=] { on_access(memory, bytes, kind, pc, frame); });
  const std::uintptr_t stack_low = std::max(watch.stack_low, frame);
  const bool is_on_stack =
      address - stack_low < watch.stack_end - stack_low && bytes <= watch.stack_end - address;
  if (watch.quick && is_on_stack) return;
  if (watch.quick_counting && is_on_stack && bytes != 0 && watch.thread != kHostThread) {
    note(address, bytes, kind);
    return count::stack_access(address, bytes, kind);
  }
  if (watch.quick && fills_two_cells(address, bytes) &&
      ((kind == AccessKind::Read && is_checked<8, AccessKind::Read>(address, pc)) ||
       (kind == AccessKind::Write && is_checked<8, AccessKind::Write>(address, pc))))
    return;
  if (watch.active && bytes != 0) {
    watched(address, bytes, kind, false, pc, false, true, 0, frame);
  }
}

bool usual_unseen_access(std::uintptr_t address, std::size_t bytes, bool loads, bool stores,
                         std::uintptr_t pc) {
#if defined(__AVX__)
  return false;  // it would clear the upper parts of vector registers
#else
  return is_followed() && (!loads || is_checked_unseen<AccessKind::Read>(address, bytes, pc)) &&
         (!stores || is_checked_unseen<AccessKind::Write>(address, bytes, pc));
#endif
}

void unseen_access(std::uintptr_t address, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                   std::uintptr_t frame) {
  const Followed followed;
  note(address, bytes, kind);
  // Words of structs that are passed by value: what has no value there may never be used.
  constexpr bool kNeedsValue = false;
  Access access{address, bytes, kind, false, pc, watch.thread, Space::Other, nullptr, false, kNeedsValue};
  classify(access);
  detour(access, frame);
}

void copy_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc) {
  if (!watch.active) return;
  Access access{reinterpret_cast<std::uintptr_t>(memory),
                bytes,
                kind,
                false,
                pc,
                watch.thread,
                Space::Other,
                nullptr,
                false,
                true};
  classify(access);
  if (watch.in_step) step(access, SIMT_FRAME);
  if (watch.checking) check::access(access);
  if (watch.counting) count::copy(access);
}

void check_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                  bool comes_later) {
  if (!watch.checking) return;
  Access access{.address = reinterpret_cast<std::uintptr_t>(memory),
                .bytes = bytes,
                .kind = kind,
                .is_volatile = false,
                .pc = pc,
                .thread = watch.thread,
                .space = Space::Other,
                .allocation = nullptr,
                .aligned = true,
                .needs_value = true,
                .comes_later = comes_later};
  classify(access);
  check::access(access);
}

}  // namespace simt::core

void simt::host::touch_host(const void* memory, std::size_t bytes, bool writes, const void* caller) {
  using core::AccessKind;
  core::check_access(memory, bytes, writes ? AccessKind::Write : AccessKind::Read,
                     reinterpret_cast<std::uintptr_t>(caller));
}

using simt::core::AccessKind;
using simt::core::usual;
using simt::core::usual_among_threads;
using simt::core::watch;
using simt::core::watched;
using simt::core::watched_among_threads;

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses): the compilers chose these names.
#define SIMT_ADDRESS reinterpret_cast<std::uintptr_t>(memory)
#define SIMT_HOOK(NAME, BYTES, KIND, VOLATILE, ALIGNED)                                                     \
  void NAME(const void* memory) {                                                                           \
    if (watch.alone) return watched(SIMT_ADDRESS, BYTES, AccessKind::KIND, VOLATILE, SIMT_CALLER, ALIGNED); \
    watched_among_threads(SIMT_ADDRESS, BYTES, AccessKind::KIND, VOLATILE, SIMT_CALLER, ALIGNED);           \
  }
#define SIMT_USUAL_CALL(BYTES, KIND, ADDRESS)                                     \
  (watch.alone ? usual<BYTES, AccessKind::KIND>(ADDRESS, SIMT_CALLER, SIMT_FRAME) \
               : usual_among_threads<BYTES, AccessKind::KIND>(ADDRESS, SIMT_CALLER, SIMT_FRAME))
#define SIMT_USUAL(NAME, BYTES, KIND)                                         \
  void NAME(const void* memory) {                                             \
    if (watch.quick && simt::check::is_on_stack<BYTES>(SIMT_ADDRESS)) return; \
    SIMT_USUAL_CALL(BYTES, KIND, SIMT_ADDRESS);                               \
  }
// Of a struct of two words, which may lie at an odd multiple of 8: simt-cc gives the hook this name.
#define SIMT_WORDS(NAME, KIND)                                                  \
  void NAME##16_in_words(const void* memory) {                                  \
    if (SIMT_ADDRESS % 16 == 0) return SIMT_USUAL_CALL(16, KIND, SIMT_ADDRESS); \
    SIMT_USUAL_CALL(8, KIND, SIMT_ADDRESS);                                     \
    SIMT_USUAL_CALL(8, KIND, SIMT_ADDRESS + 8);                                 \
  }
#define SIMT_HOOKS(BYTES)                                                    \
  SIMT_HOOK(__tsan_unaligned_read##BYTES, BYTES, Read, false, false)         \
  SIMT_HOOK(__tsan_unaligned_write##BYTES, BYTES, Write, false, false)       \
  SIMT_HOOK(__tsan_volatile_read##BYTES, BYTES, Read, true, true)            \
  SIMT_HOOK(__tsan_volatile_write##BYTES, BYTES, Write, true, true)          \
  SIMT_HOOK(__tsan_unaligned_volatile_read##BYTES, BYTES, Read, true, false) \
  SIMT_HOOK(__tsan_unaligned_volatile_write##BYTES, BYTES, Write, true, false)

extern "C" {

void __tsan_init() {}
// An object's pointer to its virtual functions.
void __tsan_vptr_update(void** memory, void* /*value*/) {
  watched_among_threads(SIMT_ADDRESS, sizeof *memory, AccessKind::Write, false, SIMT_CALLER, true);
}
void __tsan_vptr_read(void** memory) {
  watched_among_threads(SIMT_ADDRESS, sizeof *memory, AccessKind::Read, false, SIMT_CALLER, true);
}

SIMT_USUAL(__tsan_read1, 1, Read)
SIMT_USUAL(__tsan_read2, 2, Read)
SIMT_USUAL(__tsan_read4, 4, Read)
SIMT_USUAL(__tsan_read8, 8, Read)
SIMT_USUAL(__tsan_read16, 16, Read)
SIMT_USUAL(__tsan_write1, 1, Write)
SIMT_USUAL(__tsan_write2, 2, Write)
SIMT_USUAL(__tsan_write4, 4, Write)
SIMT_USUAL(__tsan_write8, 8, Write)
SIMT_USUAL(__tsan_write16, 16, Write)
SIMT_WORDS(__tsan_read, Read)
SIMT_WORDS(__tsan_write, Write)
SIMT_HOOKS(1)
SIMT_HOOKS(2)
SIMT_HOOKS(4)
SIMT_HOOKS(8)
SIMT_HOOKS(16)

void __tsan_read_range(const void* memory, std::size_t bytes) {
  simt::core::on_access(memory, bytes, AccessKind::Read, SIMT_CALLER);
}
void __tsan_write_range(const void* memory, std::size_t bytes) {
  simt::core::on_access(memory, bytes, AccessKind::Write, SIMT_CALLER);
}

#define SIMT_READ_WRITE(BYTES)                                                               \
  void __tsan_read_write##BYTES(const void* memory) {                                        \
    watched_among_threads(SIMT_ADDRESS, BYTES, AccessKind::Read, false, SIMT_CALLER, true);  \
    watched_among_threads(SIMT_ADDRESS, BYTES, AccessKind::Write, false, SIMT_CALLER, true); \
  }
SIMT_READ_WRITE(1)
SIMT_READ_WRITE(2)
SIMT_READ_WRITE(4)
SIMT_READ_WRITE(8)
SIMT_READ_WRITE(16)

void __sanitizer_cov_trace_pc() {
  if (!watch.quick) {
    if (!simt::core::is_followed()) return;
    if (watch.quick_counting) return simt::core::counted_block(SIMT_CALLER, SIMT_FRAME);
    return simt::core::unusual_block(SIMT_CALLER, SIMT_FRAME);
  }
  // Below 0 already: the object has decremented it.
  if (simt_steps_left < 0 || simt::core::takes_last(simt_steps_left)) [[unlikely]] {
    if (simt::core::is_followed()) simt::check::many_steps(watch.thread, SIMT_CALLER);
  }
}

// The object's calls of memcpy and similar arrive here by the linker's --wrap.
#define SIMT_MOVE(NAME, FUNCTION)                                                   \
  void* NAME(void* to, const void* from, std::size_t bytes) {                       \
    simt::core::on_access(from, bytes, AccessKind::Read, SIMT_CALLER);              \
    if (!simt::core::copies_parameter(reinterpret_cast<std::uintptr_t>(to),         \
                                      reinterpret_cast<std::uintptr_t>(from)))      \
      simt::core::on_access(to, bytes, AccessKind::Write, SIMT_CALLER, SIMT_FRAME); \
    return FUNCTION(to, from, bytes);                                               \
  }
#define SIMT_SET(NAME)                                                            \
  void* NAME(void* to, int byte, std::size_t bytes) {                             \
    simt::core::on_access(to, bytes, AccessKind::Write, SIMT_CALLER, SIMT_FRAME); \
    return std::memset(to, byte, bytes);                                          \
  }
SIMT_MOVE(__wrap_memcpy, std::memcpy)
SIMT_MOVE(__wrap_memmove, std::memmove)
SIMT_SET(__wrap_memset)
SIMT_MOVE(__tsan_memcpy, std::memcpy)
SIMT_MOVE(__tsan_memmove, std::memmove)
SIMT_SET(__tsan_memset)

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)

namespace simt {

unsigned long long ordered_load_bits(const void* memory, unsigned long bytes, unsigned char order) {
  if (watch.active && core::is_followed()) {
    const bool is_plain = (order & kOfItsThread) != 0;
    watched(SIMT_ADDRESS, bytes, AccessKind::Read, !is_plain, SIMT_CALLER, true, true, is_plain ? 0 : order);
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory, bytes);
  return bits;
}

void ordered_store_bits(void* memory, unsigned long long bits, unsigned long bytes, unsigned char order) {
  if (watch.active && core::is_followed()) {
    const bool is_plain = (order & kOfItsThread) != 0;
    watched(SIMT_ADDRESS, bytes, AccessKind::Write, !is_plain, SIMT_CALLER, true, true, is_plain ? 0 : order,
            SIMT_FRAME);
  }
  std::memcpy(memory, &bits, bytes);
}

/// Whether an update may be part of a thread's wait: for a lock, or for a value. A running minimum that
/// others have passed, or a slot of a table that is taken, is not a wait.
static bool may_end_a_wait(Update update, bool is_same, bool is_expected) {
  if (update == Update::exchange) return true;
  if (update == Update::compare) return is_expected;
  return is_same && update != Update::minimum && update != Update::maximum;
}

unsigned long long atomic_update(void* memory, unsigned long bytes, Update update, Number number,
                                 unsigned long long value, unsigned long long expected, unsigned char order) {
  if (watch.active && core::is_followed()) {
    const bool needs_value = update != Update::exchange;
    if ((order & kOfItsThread) != 0) {
      watched(SIMT_ADDRESS, bytes, AccessKind::Read, false, SIMT_CALLER, true, needs_value);
      watched(SIMT_ADDRESS, bytes, AccessKind::Write, false, SIMT_CALLER, true, true, 0, SIMT_FRAME);
    } else {
      watched(SIMT_ADDRESS, bytes, AccessKind::Atomic, false, SIMT_CALLER, true, needs_value, order,
              SIMT_FRAME);
    }
  }
  std::uint64_t old = 0;
  std::memcpy(&old, memory, bytes);
  std::uint64_t fresh = core::updated({update, number, bytes, value, expected}, old);
  std::memcpy(memory, &fresh, bytes);
  const bool is_same = std::memcmp(&fresh, &old, bytes) == 0;
  if (watch.counting && core::is_followed() && watch.thread != core::kHostThread &&
      may_end_a_wait(update, is_same, old == expected))
    watch.counter->thread_asked(watch.thread);
  if (is_same) may_spin();
  return old;
}

void begin_copy(void* to, unsigned long bytes) {
  core::check_access(to, bytes, AccessKind::Write, SIMT_CALLER, true);
  core::tell(&core::Listener::own_copy_starts, watch.thread, reinterpret_cast<std::uintptr_t>(to), bytes,
             SIMT_CALLER);
}

void wait_for_launch_before() {
  if (core::Scheduler::instance().in_kernel())
    core::tell(&core::Listener::launch_before_awaited, core::watch.thread);
}

void fence(bool of_block) { core::tell(&core::Listener::fence, core::watch.thread, of_block); }

}  // namespace simt
