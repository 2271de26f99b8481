// The CPU engine's interface for its hosting process; CUDA source includes <cuda_runtime.h> instead, and must
// not call namespace simt::host.
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
  bool overlaps_previous = false;  // may begin before the previous launch has ended
};

/// Rules for a kernel, a launch or host code; docs/simt.md says what breaks each.
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

/// A launch's progress and purpose.
struct LaunchProgress {
  std::uint64_t blocks = 0, ended = 0;
  unsigned threads = 0;       // of each block
  std::uint64_t outputs = 0;  // from set_outputs()
};

struct Violation {
  Rule rule = Rule::race;
  std::string text;       // what, where, which threads
  std::string hint = {};  // what to check, or empty
  // In a log of simt/trace.hpp: the earlier access, and the one that broke the rule.
  static constexpr std::uint32_t kNoEvent = ~std::uint32_t{0};
  std::uint32_t earlier_event = kNoEvent, event = kNoEvent;
  bool two_writes = false;       // a race of two plain writes: no thread reads another's
  bool kernel_before = false;    // a race with the previous kernel, which may still run
  LaunchProgress progress = {};  // of slow_launch
};

/// The order of blocks, and of the threads of a block if several could run next. CUDA guarantees none of
/// these orders, so a correct program computes the same in all of them. Forward: by block and thread number.
/// RandomBlocks: blocks at random, the threads of each forward. InStep: before every access of shared or
/// writable memory the threads of a block wait for those that are behind in the code, like lanes of one warp;
/// so a missing barrier changes nothing. Only when accesses are checked.
struct Order {
  enum class Kind { Forward, Reverse, Random, RandomBlocks, InStep };
  Kind kind = Kind::Forward;
  std::uint64_t seed = 0;  // the same seed gives the same random order
};

/// `Output`: kernels must write it before they read it.
enum class Use { Input, Output };

namespace host {

/// Sets the shared object with the kernels (a handle from dlopen), so the engine finds its shared memory.
/// Throws std::runtime_error.
void attach(void* module);

/// Launches since the last reset, in order.
[[nodiscard]] const std::vector<LaunchRecord>& launches();
/// The first refused launch since the last reset that the program has not asked about; else the last one.
[[nodiscard]] const RefusedLaunch& refused_launch();
void reset_launches();

/// Called when a rule is broken; must not return. Without one, the violation is printed and the process
/// aborts.
void set_violation_handler(void (*handler)(const Violation&));

/// The kernel assertion or trap that made the device unusable; null before.
[[nodiscard]] const Violation* lost_device();

/// The limit of kernels' output in bytes, for the whole process.
void set_print_limit(std::size_t bytes);

void set_order(Order order);

/// Code of headers in a folder whose path ends like one of these, such as "include/course", or of a file
/// whose path does, is attributed to the line that uses it, like the engine's headers: in messages and in
/// line_counters().
void set_library_folders(const std::vector<std::string>& path_ends);

/// Fills the shared memory of every block with this byte before the block starts (default 0xCD).
void set_shared_poison(std::uint8_t byte);

/// Checks every access of an object built with `simt-cc --instrument`. Off by default; other objects run as
/// before. Memory allocated earlier is checked less.
void set_checking(bool on);

/// Violations since the last clear, one per rule and pair of source lines, in a fixed order. Those that end
/// the run go to the handler instead. "invalid-launch" and "unasked-error" (a hint) are listed until
/// cudaGetLastError is called.
[[nodiscard]] std::vector<Violation> violations();
[[nodiscard]] std::uint64_t violations_dropped();  // beyond the limit
void clear_violations();

/// An allocation's name in messages and counters; the memory is from cudaMalloc. `read_only`: kernels and
/// host code must not write it.
void name_allocation(const void* memory, const std::string& name, bool read_only = false);
/// Gives a part of an allocation a separate name and bounds; memory between the parts of an allocation is
/// then out of bounds.
void name_part(const void* memory, std::size_t bytes, const std::string& name, Use use);
/// Copies from or to device memory for a function of the hosting process that the object called, whose name
/// is used in messages. Memory that is not the device's, or too small, breaks a rule.
void copy_from_device(const char* call, void* to, const void* from, std::size_t bytes);
void copy_to_device(const char* call, void* to, const void* from, std::size_t bytes);
/// If accesses are checked: checks an access of host memory as if the object's code at `caller` made it.
void touch_host(const void* memory, std::size_t bytes, bool writes, const void* caller);
/// Called at the beginning of a function of the hosting process that only the object's host code may call: a
/// kernel that calls it ends the run.
void keep_to_the_host();
/// By that function, `call`, host code got bytes of other processes: they count as read from the device, see
/// limit_host_values().
void see_host_values(const char* call, std::size_t bytes, const void* caller);
/// Reports that the host filled memory unobserved by the engine.
void mark_written(const void* memory, std::size_t bytes);

/// The attached object is called between these two: its host code has only the stack below `stack_end`, and
/// the API reads and writes for it only memory that it may access. Without checks, its host code faults at
/// device memory.
void enter_object(const void* stack_end);
void leave_object();

/// "called exit(1) at merge.cuh:12 `check(cudaMalloc(&p, n));`, after cudaErrorInvalidValue (invalid
/// argument)": for a host program that intercepts the object's exit(). `caller` is the call's return address.
[[nodiscard]] std::string describe_exit(int code, const void* caller);

/// "sort.cuh:12 `transport.all_gather(mine, count, samples);`": the object's line in a call of the host
/// program. Empty if unknown.
[[nodiscard]] std::string calling_line();

/// The line of the object's instruction at `pc`. Empty for other code.
[[nodiscard]] std::string line_at(std::uintptr_t pc);

/// Ends the run if host code, after reading more than 256 bytes from the device, gives it more than so many
/// bytes before the next call of this. Without a call an object is not limited.
void limit_host_values(std::size_t bytes);

/// Host memory that instrumented host code may access besides its stack and its object's variables.
void allow_host(const void* memory, std::size_t bytes, const std::string& name, bool read_only);
void clear_host_arguments();

/// Ends a launch whose threads have run so many basic blocks together, or host code with so many since the
/// last launch; later if memory shows progress. 0: none.
void set_step_limit(std::uint64_t basic_blocks);

/// The expected number of elements of the following launches. 0: unknown.
void set_outputs(std::uint64_t outputs);

/// Ends the run at a basic block soon, with or without progress. May be called in a signal handler.
void reach_step_limit();

}  // namespace host
}  // namespace simt
