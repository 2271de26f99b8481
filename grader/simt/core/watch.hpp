// Whether accesses are watched, and the place of everything that an instrumented object may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "device_memory.hpp"

/// An object made on x86-64 takes one off at each basic block, and calls the hook only below 0. So it is
/// steps_left() while accesses are only checked, and far below 0 otherwise.
extern "C" std::int64_t simt_steps_left;

namespace simt::core {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kCalledAtEach = std::numeric_limits<std::int64_t>::min() / 2;

constexpr unsigned kHostThread = 1024;
/// What a thread may have on its stack for nothing: what 255 registers of 4 bytes hold, and 256 bytes of
/// return addresses and saved registers, which only a CPU has.
constexpr std::size_t kRegisterBytes = 1020 + 256;

/// An access that a hook has told of.
struct Reported {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool stores = false;
};

class Listener;

/// What changes only while no object runs. Nobody can write it while one does.
struct Settled {
  bool active = false;  // checking or counting
  bool checking = false;
  bool counting = false;
  bool in_step = false;         // whether the threads of a block go in step
  bool tracing = false;         // as well as checking and counting: see simt/trace.hpp
  bool detour = false;          // in_step or tracing: one test for what is seldom on
  bool quick = false;           // checking and none of the others: see check/quick.hpp
  bool quick_counting = false;  // checking and counting, and neither in_step nor tracing
  bool in_object = false;       // between enter_object and leave_object

  // Null until checking, counting or tracing is turned on for the first time.
  Listener* checker = nullptr;
  Listener* counter = nullptr;
  Listener* tracer = nullptr;

  std::uintptr_t host_stack_low = 0, host_stack_end = 0;
  // The attached module's shared memory, with the dynamic array in it.
  std::uintptr_t shared_begin = 0;
  std::size_t shared_bytes = 0;
  std::uintptr_t dynamic_begin = 0;  // an offset; the end of shared memory if there is no dynamic array
  std::size_t dynamic_reserved = 0;
  std::uintptr_t builtins_begin = 0, builtins_end = 0;    // threadIdx and its kin
  std::uintptr_t text_begin = 0;                          // where the attached module is loaded
  std::uintptr_t constants_begin = 0, constants_end = 0;  // its code, and what is never written
};

/// At least a page of memory.
#if defined(__x86_64__)
constexpr std::size_t kPageBytes = 4096;
#else
constexpr std::size_t kPageBytes = 65536;
#endif

/// What changes with launches, threads and accesses. Read-only memory for it would cost two system calls each
/// time; a store to it is ended by the checkers, before it happens, as one to any memory that is no array.
struct __attribute__((visibility("hidden"), aligned(kPageBytes))) Watch : Settled {
  alignas(kPageBytes) unsigned thread = kHostThread;  // the running one in its block, or host code
  // The stack of the running fiber, or of host code.
  std::uintptr_t stack_low = 0, stack_end = 0;
  // Where the running thread's frames begin, and down to where registers hold what is in them; 0 for host
  // code.
  std::uintptr_t frames_begin = 0, registers_end = 0;
  std::uintptr_t arguments_begin = 0, arguments_end = 0;  // of the kernel that runs
  std::uintptr_t kernel = 0;                              // its code

  std::int64_t hook_steps_left = kForever;  // of steps_left(), unless `quick`

  // The running thread's last ones, the oldest to be replaced next.
  static constexpr unsigned kReported = 8;
  Reported reported[kReported] = {};
  unsigned next_reported = 0;

  /// After a change of what is on.
  void choose_way() {
    detour = in_step || tracing;
    const bool was_quick = std::exchange(quick, checking && !counting && !detour);
    if (quick != was_quick) std::swap(simt_steps_left, hook_steps_left);
    quick_counting = checking && counting && !detour;
  }
};
extern Watch watch __attribute__((visibility("hidden")));

/// How many bytes of its stack each thread of a block has used beyond kRegisterBytes since it began, as far
/// as accesses and basic blocks show it while they are counted.
extern std::uint32_t stack_used[kHostThread] __attribute__((visibility("hidden")));
/// The running thread of a block has used its stack down to here, below watch.registers_end. Changes no
/// registers of vectors.
void use_stack_to(std::uintptr_t address);

/// So many basic blocks are entered before the checkers look at what they do.
[[nodiscard]] inline std::int64_t& steps_left() {
  return watch.quick ? simt_steps_left : watch.hook_steps_left;
}
/// Takes one off; whether none was left. In one instruction, since a signal's handler changes it, too.
[[nodiscard]] inline bool takes_last(std::int64_t& steps) {
#if defined(__x86_64__)
  bool negative = false;
  asm("decq %0" : "+m"(steps), "=@ccs"(negative));
  return negative;
#else
  return --steps < 0;
#endif
}

/// Lets what is settled be changed, as long as this lives, though an object may run.
class Unsettled {
 public:
  Unsettled();
  ~Unsettled();
  Unsettled(const Unsettled&) = delete;
  Unsettled& operator=(const Unsettled&) = delete;
};

/// Whether threads go in step where accesses are checked.
void go_in_step(bool on);

enum class AccessKind : unsigned char { Read, Write, Atomic };

/// What lies at an address. Local: the thread's own stack, the kernel's arguments, threadIdx and its kin.
enum class Space : unsigned char { Global, Shared, Local, Other };

/// Rows of memory, as a copy has them.
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
  std::uintptr_t pc;  // where the call to the hook returns to: within the access's own source line
  unsigned thread;    // in its block; kHostThread: host code
  Space space;
  Allocation* allocation;    // for Global
  bool aligned;              // the code relies on an address that is a multiple of the size
  bool needs_value;          // as an exchange does not
  bool comes_later = false;  // the value of an asynchronous copy, which is not there before it is waited for
  unsigned char order = 0;   // of simt/atomic_order.hpp; 0: none is stated

  /// Threads can wait for each other by such accesses.
  [[nodiscard]] bool is_strong() const { return is_volatile || kind == AccessKind::Atomic; }
};

}  // namespace simt::core
