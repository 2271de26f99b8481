// Whether accesses are watched, and the memory that an instrumented object may access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <simt/counters.hpp>
#include <utility>

#include "device_memory.hpp"

/// A function that neither uses nor clears vector registers.
#if !defined(__x86_64__)
#define SIMT_KEEPS_VECTORS
#elif __has_cpp_attribute(gnu::zero_call_used_regs)
#define SIMT_KEEPS_VECTORS [[gnu::target("general-regs-only"), gnu::zero_call_used_regs("skip")]]
#else
#define SIMT_KEEPS_VECTORS [[gnu::target("general-regs-only")]]
#endif

/// An object made on x86-64 decrements it at each basic block, and calls the hook only below 0. So it is
/// steps_left() while accesses are only checked, and far below 0 otherwise.
extern "C" std::int64_t simt_steps_left;

/// While accesses are only checked, the last one that a hook has reported: its address and, in the highest
/// byte, simt::core::access_word().
extern "C" std::uint64_t simt_last_checked __attribute__((visibility("hidden")));
/// Of an indirect call, whose next one needs no look.
extern "C" std::uintptr_t simt_last_target __attribute__((visibility("hidden")));

namespace simt::core {

/// As simt-cc writes it for an access without a hook.
[[nodiscard]] constexpr std::uint64_t access_word(std::size_t bytes, bool loads, bool stores) {
  return bytes << 3U | (stores ? 2U : 0U) | (loads ? 1U : 0U);
}

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kCalledAtEach = std::numeric_limits<std::int64_t>::min() / 2;

constexpr unsigned kHostThread = 1024;

/// An access that a hook has reported.
struct Reported {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool stores = false;
};

class Listener;

/// State that changes only while no object runs, and is read-only while one does.
struct Settled {
  bool active = false;   // checking or counting
  bool alone = false;    // active, and the program has one host thread
  bool several = false;  // host threads: see host_threads.hpp
  bool checking = false;
  bool counting = false;
  bool in_step = false;         // whether a block's threads run in step
  bool tracing = false;         // besides checking and counting: see simt/trace.hpp
  bool in_cluster = false;      // whether blocks of a cluster run, see clusters.hpp
  bool detour = false;          // in_step, tracing or in_cluster: one test for rare modes
  bool quick = false;           // only checking: see check/quick.hpp
  bool quick_counting = false;  // checking and counting, no detour
  bool in_object = false;       // between enter_object and leave_object

  // Null until checking, counting or tracing is first turned on.
  Listener* checker = nullptr;
  Listener* counter = nullptr;
  Listener* tracer = nullptr;

  std::uintptr_t host_stack_low = 0, host_stack_end = 0;
  // The attached module's shared memory, with the dynamic array in it.
  std::uintptr_t shared_begin = 0;
  std::size_t shared_bytes = 0;
  std::uintptr_t dynamic_begin = 0;  // an offset; without a dynamic array, the end of shared memory
  std::size_t dynamic_reserved = 0;
  // The shared memory of a cluster's blocks, each of so many bytes.
  std::uintptr_t cluster_begin = 0;
  std::size_t cluster_bytes = 0, cluster_stride = 0;
  std::uintptr_t builtins_begin = 0, builtins_end = 0;  // threadIdx and similar
  std::uintptr_t text_begin = 0;                        // the attached module's load address
  bool host_is_free = false;  // host code may use all memory that is not the device's
  std::uintptr_t constants_begin = 0, constants_end = 0;  // its code and read-only data
};

/// At least a page of memory.
#if defined(__x86_64__)
constexpr std::size_t kPageBytes = 4096;
#else
constexpr std::size_t kPageBytes = 65536;
#endif

/// State that changes with launches, threads and accesses. Read-only memory for it would cost two system
/// calls each time; the checkers stop a store to it, like any store outside of arrays.
struct __attribute__((visibility("hidden"), aligned(kPageBytes))) Watch : Settled {
  alignas(kPageBytes) unsigned thread = kHostThread;  // the running one in its block, or host code
  // The stack of the running fiber, or of host code.
  std::uintptr_t stack_low = 0, stack_end = 0;
  // The beginning of the running thread's frames, below the copies of the kernel's parameters, and the end of
  // what registers would hold; 0 for host code.
  std::uintptr_t frames_begin = 0, registers_end = 0;
  std::uintptr_t arguments_begin = 0, arguments_end = 0;  // of the kernel that runs
  std::uintptr_t kernel = 0;                              // its code

  std::int64_t hook_steps_left = kForever;  // of steps_left(), unless `quick`

  // The running thread's last ones, the oldest is replaced next.
  static constexpr unsigned kReported = 8;
  Reported reported[kReported] = {};
  unsigned next_reported = 0;

  /// Called after a mode changes.
  void choose_way() {
    detour = in_step || tracing || in_cluster;
    const bool was_quick = std::exchange(quick, checking && !counting && !detour);
    if (quick != was_quick) std::swap(simt_steps_left, hook_steps_left);
    quick_counting = checking && counting && !detour;
  }
};
extern Watch watch __attribute__((visibility("hidden")));

/// Whether the engine's state is that of this thread's code.
extern constinit thread_local bool is_followed_thread
    __attribute__((visibility("hidden"), tls_model("initial-exec")));
[[nodiscard]] inline bool is_followed() { return !watch.several || is_followed_thread; }

[[nodiscard]] Bounds stack_of_this_thread();
/// Sets watch.host_stack_low and host_stack_end for this thread.
void find_host_stack();

/// What the copies of a kernel's parameters on each thread's stack need beyond the bytes that kRegisterBytes
/// has for frames: a compiler makes one copy, then the call's.
[[nodiscard]] SIMT_KEEPS_VECTORS inline std::size_t free_parameters() {
  constexpr std::size_t kInFrames = 128;
  const std::size_t copied = 2 * (watch.arguments_end - watch.arguments_begin);
  return copied > kInFrames ? copied - kInFrames : 0;
}
/// Whether a copy on the stack is that of a parameter for the call of the kernel.
[[nodiscard]] inline bool copies_parameter(std::uintptr_t to, std::uintptr_t from) {
  return from - watch.arguments_begin < watch.arguments_end - watch.arguments_begin &&
         to - watch.stack_low < watch.stack_end - watch.stack_low;
}

/// The part of its parameters that each thread of a block has written. A GPU has parameters in constant
/// memory; a kernel that writes one has a local copy.
struct WrittenParameters {
  std::uintptr_t begin = 0, end = 0;
};
extern WrittenParameters written_parameters[kHostThread] __attribute__((visibility("hidden")));
/// The running thread of a block accesses its stack above watch.frames_begin. Returns whether that is local
/// memory. Preserves vector registers.
[[nodiscard]] bool accesses_local_parameter(std::uintptr_t address, std::size_t bytes, bool writes);

/// The bytes of stack that each thread of a block has used beyond kRegisterBytes, as far as accesses and
/// basic blocks show it while they are counted.
extern std::uint32_t stack_used[kHostThread] __attribute__((visibility("hidden")));
/// The running thread of a block has used its stack down to here, below watch.registers_end. Preserves vector
/// registers.
void use_stack_to(std::uintptr_t address);

/// The number of basic blocks between two checks of progress.
[[nodiscard]] inline std::int64_t& steps_left() {
  return watch.quick ? simt_steps_left : watch.hook_steps_left;
}
/// Decrements it; returns whether none was left. One instruction, since a signal's handler changes it, too.
[[nodiscard]] inline bool takes_last(std::int64_t& steps) {
#if defined(__x86_64__)
  bool negative = false;
  asm("decq %0" : "+m"(steps), "=@ccs"(negative));
  return negative;
#else
  return --steps < 0;
#endif
}

/// Makes settled state writable during its lifetime, though an object may run.
class Unsettled {
 public:
  Unsettled();
  ~Unsettled();
  Unsettled(const Unsettled&) = delete;
  Unsettled& operator=(const Unsettled&) = delete;
};

/// Whether threads run in step when accesses are checked.
void go_in_step(bool on);

enum class AccessKind : unsigned char { Read, Write, Atomic };

/// The memory at an address. Local: the thread's stack, the kernel's arguments, threadIdx and similar.
enum class Space : unsigned char { Global, Shared, Local, Other };

/// Rows of memory for a copy.
struct Rows {
  std::uintptr_t begin = 0;
  std::size_t pitch = 0, width = 0, height = 0;
};

/// One access of one CUDA thread, or of host code.
struct Access {
  std::uintptr_t address;
  std::size_t bytes;
  AccessKind kind;
  bool is_volatile;
  std::uintptr_t pc;  // the hook's return address: within the access's source line
  unsigned thread;    // in its block; kHostThread: host code
  Space space;
  Allocation* allocation;    // for Global
  bool aligned;              // the code requires an address that is a multiple of the size
  bool needs_value;          // false for an exchange
  bool comes_later = false;  // an asynchronous copy's value, available after the wait
  unsigned char order = 0;   // of simt/atomic_order.hpp; 0: unstated
  // Of Shared: the rank in its cluster of the block whose memory it is. `address` is what it would be in the
  // running block's own.
  std::uint16_t rank = 0;

  /// Accesses by which threads can wait for each other.
  [[nodiscard]] bool is_strong() const { return is_volatile || kind == AccessKind::Atomic; }
};

}  // namespace simt::core
