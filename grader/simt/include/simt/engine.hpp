// The CPU engine as the process that hosts it sees it; CUDA source sees <cuda_runtime.h> instead, and may
// call nothing of namespace simt::host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <simt/refused_launch.hpp>
#include <string>
#include <vector>

namespace simt {

struct Extent {
  unsigned x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// One kernel launch, as observed.
struct LaunchRecord {
  Extent grid, block;
  std::size_t dynamic_shared_bytes = 0;
  std::size_t static_shared_bytes = 0;
  bool overlaps_previous = false;  // may begin before the launch before it has ended
};

/// What a kernel, a launch or host code may not do; docs/simt.md says what breaks each rule.
enum class Rule : unsigned char {
  race,
  uninitialised_read,
  write_to_const,
  out_of_bounds,
  shared_size,
  misaligned,
  use_after_free,
  host_pointer,
  host_access,
  wild_pointer,
  divergent_barrier,
  deadlock,
  warp_mask,
  step_limit,
  too_slow,
  slow_launch,
  waits_for_block,
  not_in_a_kernel,
  launch_in_a_kernel,
  integer_for_pointer,
  async_copy,
  host_values,
  assertion,
  trap,
  missing_return,
  no_memory,
  invalid_launch,
  unasked_error
};
namespace host {
inline constexpr const char* kRuleNames[] = {"race",
                                             "uninitialised-read",
                                             "write-to-const",
                                             "out-of-bounds",
                                             "shared-size",
                                             "misaligned",
                                             "use-after-free",
                                             "host-pointer",
                                             "host-access",
                                             "wild-pointer",
                                             "divergent-barrier",
                                             "deadlock",
                                             "warp-mask",
                                             "step-limit",
                                             "too-slow",
                                             "slow-launch",
                                             "waits-for-block",
                                             "not-in-a-kernel",
                                             "launch-in-a-kernel",
                                             "integer-for-pointer",
                                             "async-copy",
                                             "host-values",
                                             "assertion",
                                             "trap",
                                             "missing-return",
                                             "no-memory",
                                             "invalid-launch",
                                             "unasked-error"};
}  // namespace host
/// "out-of-bounds"
[[nodiscard]] constexpr const char* name(Rule rule) { return host::kRuleNames[static_cast<unsigned>(rule)]; }
static_assert(std::size(host::kRuleNames) == static_cast<unsigned>(Rule::unasked_error) + 1);

/// How far a launch got, and what it was for.
struct LaunchProgress {
  std::uint64_t blocks = 0, ended = 0;
  unsigned threads = 0;       // of each block
  std::uint64_t outputs = 0;  // as set_outputs() has it
};

struct Violation {
  Rule rule = Rule::race;
  std::string text;       // what, where, which threads
  std::string hint = {};  // what to look at, or empty
  // In a log of simt/trace.hpp: the earlier access, and the one that broke the rule.
  static constexpr std::uint32_t kNoEvent = ~std::uint32_t{0};
  std::uint32_t earlier_event = kNoEvent, event = kNoEvent;
  bool two_writes = false;       // a race of two plain writes: nobody reads what another one writes
  bool kernel_before = false;    // a race with a thread of the kernel before, which may still run
  LaunchProgress progress = {};  // of slow_launch
};

/// In which order blocks run, and the threads of a block wherever several could run next. CUDA promises none
/// of these orders, so a right program computes the same in all of them. Forward: by block and thread number.
/// RandomBlocks: blocks at random, the threads of each forward.
/// InStep: before every access of shared or writable memory the threads of a block wait for those that are
/// behind in the code, as if all were lanes of one warp; so a barrier that is missing changes nothing. Only
/// where accesses are checked.
struct Order {
  enum class Kind { Forward, Reverse, Random, RandomBlocks, InStep };
  Kind kind = Kind::Forward;
  std::uint64_t seed = 0;  // for what is random: the same seed gives the same order
};

/// `Output`: what kernels must write before they read it.
enum class Use { Input, Output };

namespace host {

/// Tells the engine which shared object holds the kernels (a handle from dlopen), so that it finds the
/// object's shared memory. Throws std::runtime_error.
void attach(void* module);

/// Launches since the last reset, in order.
[[nodiscard]] const std::vector<LaunchRecord>& launches();
/// The first launch since the last reset that was refused, whether or not the program has asked for its
/// error.
[[nodiscard]] const RefusedLaunch& refused_launch();
void reset_launches();

/// Called when a rule is broken; must not return. Without one, the violation is printed and the process
/// aborts.
void set_violation_handler(void (*handler)(const Violation&));

/// The assertion or trap of a kernel since which the device can't be used; null before.
[[nodiscard]] const Violation* lost_device();

/// What kernels print beyond so many bytes is left out, for as long as this process runs.
void set_print_limit(std::size_t bytes);

void set_order(Order order);

/// Code of headers in a folder whose path ends like one of these, such as "include/course", or of a file
/// whose path does, counts for the line that uses it, as the engine's own headers do: in messages and in
/// line_counters().
void set_library_folders(const std::vector<std::string>& path_ends);

/// Fills the shared memory of every block with this byte before the block starts (default 0xCD).
void set_shared_poison(std::uint8_t byte);

/// Watches every access of an object that was built with `simt-cc --instrument`. Off at first; an object
/// built without it runs as before. Memory that was allocated before is watched for less.
void set_checking(bool on);

/// Violations since the last clear, one per rule and pair of source lines, in a fixed order. Those that end
/// the run go to the handler instead. "invalid-launch" and "unasked-error" (a hint) are there until someone
/// calls cudaGetLastError.
[[nodiscard]] std::vector<Violation> violations();
[[nodiscard]] std::uint64_t violations_dropped();  // beyond the most that are kept
void clear_violations();

/// What messages and counters call an allocation; the memory is one that cudaMalloc gave. `read_only`:
/// kernels and host code must not write it.
void name_allocation(const void* memory, const std::string& name, bool read_only = false);
/// Gives a part of an allocation a name and bounds of its own; what lies between the parts of an allocation
/// is then out of bounds.
void name_part(const void* memory, std::size_t bytes, const std::string& name, Use use);
/// Copies from or to memory of the device for a function of the hosting process that the object called, by
/// whose name messages call it. Memory that is not the device's, or too little of it, breaks a rule.
void copy_from_device(const char* call, void* to, const void* from, std::size_t bytes);
void copy_to_device(const char* call, void* to, const void* from, std::size_t bytes);
/// Where accesses are checked: holds an access of host memory against what the object may touch, as if its
/// code at `caller` made it.
void touch_host(const void* memory, std::size_t bytes, bool writes, const void* caller);
/// A function of the hosting process begins that the object's host code alone may call: a kernel that calls
/// it ends the run.
void keep_to_the_host();
/// By that function, `call`, host code got bytes that other processes have: they count as got from the
/// device, see limit_host_values().
void see_host_values(const char* call, std::size_t bytes, const void* caller);
/// Tells that the host filled memory in a way that the engine did not see.
void mark_written(const void* memory, std::size_t bytes);

/// The attached object is called between these two: its host code has the stack below `stack_end` alone, and
/// the API reads and writes for it only what it may touch itself. Where accesses are not checked, its host
/// code faults at device memory.
void enter_object(const void* stack_end);
void leave_object();

/// "called exit(1) at merge.cuh:12 `check(cudaMalloc(&p, n));`, after cudaErrorInvalidValue (invalid
/// argument)": for a host program that sees the object call exit(). `caller` is where the call returns to.
[[nodiscard]] std::string describe_exit(int code, const void* caller);

/// "sort.cuh:12 `transport.all_gather(mine, count, samples);`": the line of the object that is in a call of
/// the host program. Empty where none is known.
[[nodiscard]] std::string calling_line();

/// The line of the object's instruction at `pc`. Empty for other code.
[[nodiscard]] std::string line_at(std::uintptr_t pc);

/// Ends the run when host code, once it has got more than 256 bytes from the device, gives it more than so
/// many bytes from now until this is called again. An object is not limited before.
void limit_host_values(std::size_t bytes);

/// Memory of the host that instrumented host code may touch besides its own stack and its object's variables.
void allow_host(const void* memory, std::size_t bytes, const std::string& name, bool read_only);
void clear_host_arguments();

/// Ends a launch whose threads have run so many basic blocks together, or host code that has run so many
/// since the last launch; later where memory shows that they get on. 0: none.
void set_step_limit(std::uint64_t basic_blocks);

/// How many elements the launches from now on are to make. 0: unknown.
void set_outputs(std::uint64_t outputs);

/// The run ends at a basic block soon, whether or not it gets on. May be called in a signal handler.
void reach_step_limit();

}  // namespace host
}  // namespace simt
