// The CPU engine's interface for its hosting process; CUDA source includes <cuda_runtime.h> instead, and must
// not call namespace simt::host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simt/refused_launch.hpp>
#include <string>
#include <vector>

#include "finding/finding.hpp"

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

/// What a check found; docs/simt.md says what breaks each rule.
namespace finding = mergelab::finding;
using finding::Advice;
using finding::Finding;
using finding::Message;
using finding::Rule;

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

struct ReturnedThread {
  bool known = false;
  std::uint64_t block = 0;  // its number in the grid, counted in x first
  unsigned thread = 0;
};

/// What is read or written in global memory without an access of a thread: by copies of host code, and by
/// bulk copies.
struct Copies {
  std::uint64_t by_host = 0;  // from device memory to device memory
  std::uint64_t bytes = 0;    // read, and written
};

/// `Output`: kernels must write it before they read it.
enum class Use { Input, Output, Changed };

namespace host {

/// Sets the shared object with the kernels (a handle from dlopen), so the engine finds its shared memory.
/// Throws std::runtime_error.
void attach(void* module);
/// The module may call this function by a pointer that it is given.
void allow_calls(const void* function);

/// Launches since the last reset, in order.
[[nodiscard]] const std::vector<LaunchRecord>& launches();
/// The first refused launch since the last reset that the program has not asked about; else the last one.
[[nodiscard]] const RefusedLaunch& refused_launch();
/// The first thread since the last reset that had returned when others of its block passed a barrier, if any;
/// known only while accesses are checked.
[[nodiscard]] const ReturnedThread& returned_early();
/// Since the last reset.
[[nodiscard]] const Copies& copies();
void reset_launches();

/// The finding's sentence, with the lines that the object was compiled from.
[[nodiscard]] std::string text_of(const Finding& found);

/// Called when a rule is broken; must not return. Without one, the finding is printed and the process aborts.
void set_violation_handler(void (*handler)(const Finding&));

/// The kernel assertion or trap that made the device unusable; null before.
[[nodiscard]] const Finding* lost_device();

/// The first shuffle of the process, while accesses were checked, from a lane that took no part in it; null
/// if there was none. CUDA leaves its value undefined, which does no harm if the kernel doesn't use it.
[[nodiscard]] const Finding* undefined_shuffle();

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
/// the run go to the handler instead. "invalid_launch" and "unasked_error" (a hint) are listed until
/// cudaGetLastError is called.
[[nodiscard]] std::vector<Finding> violations();
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
void require_host_caller();
/// By that function, `call`, host code got bytes of other processes: they count as read from the device, see
/// limit_host_values().
void record_host_values(const char* call, std::size_t bytes, const void* caller);
/// Reports that the host filled memory unobserved by the engine.
void mark_written(const void* memory, std::size_t bytes);

/// The attached object is called between these two: its host code has only the stack below `stack_end`, and
/// the API reads and writes for it only memory that it may access. Without checks, its host code faults at
/// device memory.
void enter_object(const void* stack_end);
/// Calls a function of the object, between these two: its stack ends at the call, and the caller's registers
/// are where it can't write.
void call_object(void (*function)(const void*), const void* argument);
void leave_object();

/// The first function of CUDA that has failed since the program asked for errors, with the error's name and
/// text; all "" if none has. Launches that were refused are in violations().
struct FailedCall {
  const char *function = "", *name = "", *text = "";
};
[[nodiscard]] FailedCall failed_call();

/// Of a call of exit(), for a host program that intercepts the object's: its line, and the CUDA error before
/// it. `caller` is the call's return address.
[[nodiscard]] Finding describe_exit(int code, const void* caller);
/// The same of an exception that ends the program: the last that the object's host code threw.
[[nodiscard]] Finding describe_throw();

/// The object's line in a call of the host program.
[[nodiscard]] finding::Site calling_line();

/// The line of the object's instruction at `pc`; unknown for other code.
[[nodiscard]] finding::Site line_at(std::uintptr_t pc);

/// Ends the run if host code, after reading more than `most_seen` bytes from the device, gives it more than
/// so many bytes before the next call of this. `new_inputs`: what it has read before does not count. Without
/// a call an object is not limited.
void limit_host_values(std::size_t bytes, bool new_inputs, std::size_t most_seen = 256);

/// Host code may access any memory that is not the device's: for whole programs.
void free_host_memory();

/// Before the program has a second thread: from then on each of its threads may call CUDA.
void expect_threads();
/// To call in a new thread before an object's code, which may compare its frames with copies there.
void copy_frames();
/// After a fault at `address`: whether the copy of a frame near `stack_pointer` belongs there, and now has
/// room. Host code may run on stacks that it makes itself.
[[nodiscard]] bool copy_frames_at(const void* address, std::uintptr_t stack_pointer);
/// Before the last report: no other thread gets into the engine any more.
void follow_to_the_end();

/// Kernels may launch kernels, and call CUDA's device runtime: for whole programs.
void allow_device_launches(bool allowed);

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
