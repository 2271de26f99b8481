// What the backend observes during the calls of one request. The CPU engine's is in simt/, a GPU's in gpu/; a
// worker is linked with one of them.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <vector>

#include "simt/include/simt/trace.hpp"
#include "wire/message.hpp"
#include "worker/call.h"

namespace mergelab::worker {

/// Before the student's object is loaded, which runs its initialisers. Throws CudaError for a device that
/// can't be used.
void before_loading();
/// `handle` is what dlopen returned; the object may call `functions` by the pointers that it is given.
void after_loading(void* handle, std::initializer_list<const void*> functions);

/// "called exit(1) at scan.cuh:12, after cudaErrorInvalidValue (invalid argument)", and in `last` the
/// kernel's fault that made the device unusable. `caller` is where the call returns to.
[[noreturn]] void stop_at_exit(int code, const void* caller);
/// The same of an exception that nothing caught.
[[noreturn]] void stop_at_throw();

/// The student's line that is in a call of ours. Unknown on a GPU.
[[nodiscard]] finding::Site calling_line();

/// The line of the student's instruction at `pc`, for a signal handler: unknown for other code, which may be
/// in the middle of an allocation, and on a GPU.
[[nodiscard]] finding::Site line_at(std::uintptr_t pc);

/// Prints the device as a JSON object; the worker's exit status.
[[nodiscard]] int describe_device();

/// Calls the object's function, whose stack ends at the call if the CPU engine watches it.
void call_object(decltype(&mergelab_call) function, const MergelabCall& call);

/// The launches of the problem that is being worked on, until now. Usable in a signal handler.
[[nodiscard]] wire::Launches launches_seen();

/// Copies between the device and other memory for the student's `call`, as messages name it. The process ends
/// unless the device memory is the call's.
void copy_from_device(const char* call, void* to, const void* from, std::size_t bytes);
void copy_to_device(const char* call, void* to, const void* from, std::size_t bytes);

/// Checks, for a call of the student's, an access of host memory as one by the student's code at `caller`.
void touch_host(const void* memory, std::size_t bytes, bool writes, const void* caller);

/// Begins a call that only host code may make: a kernel that makes it ends the process.
void require_host_caller();

/// By such a call host code gets bytes from other ranks, where they may have come from the device: they count
/// as got from this rank's, or a rank could have another one look at all values for it.
void record_host_values(const char* call, std::size_t bytes, const void* caller);

/// One for each request. The CPU engine sees only objects that were built with checks.
class Watch {
 public:
  /// `trace`: null without kWatchTrace, which only the CPU engine serves.
  Watch(const wire::Prepare& prepare, simt::TraceMemory* trace);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// A new problem: its arrays follow, and its launches and counters start at 0.
  void begin();
  /// The student's code may also use this memory; messages call it by this name.
  void allow_host(const void* memory, std::size_t bytes, const char* name, bool read_only);
  /// An argument of the call.
  void allow_device(std::uint32_t index, const wire::Argument& argument, const void* memory,
                    std::size_t bytes);

  /// Where traffic is counted: reports later which elements of this array kernels did not read, or of an
  /// output not write.
  void cover(std::uint32_t argument, const void* memory, std::size_t bytes, std::size_t element_bytes,
             bool is_input);

  /// An array of the problem, by the name that a trace has for it.
  void trace_array(const void* memory, std::size_t bytes, std::size_t element_bytes, const char* name,
                   wire::Memory where);

  /// The call is to solve the problem. Host code may look at what it likes on the device, but give little
  /// back. `new_inputs`: it has seen nothing of them in an earlier call.
  void expect_problem(const wire::Problem& problem, bool new_inputs);

  /// Round a call of the object: the stack below `frame` is its own, and nothing above.
  void enter_object(const void* frame);
  void leave_object();

  /// Adds what was seen: launches and counters of the last problem, and the violations of all.
  void report(wire::Fetched& fetched);
  /// The details that report() announced.
  [[nodiscard]] const std::vector<wire::Violation>& violations() const { return violations_; }
  [[nodiscard]] const std::vector<wire::Line>& lines() const { return lines_; }

 private:
  /// Of the problem that is worked on.
  [[nodiscard]] wire::RefusedLaunch refused_seen() const;
  [[nodiscard]] bool watches(std::uint32_t what) const { return (watch_ & what) != 0; }

  std::uint32_t watch_;
  std::vector<wire::Violation> violations_;
  std::vector<wire::Line> lines_;
  std::uint32_t problems_ = 0;                                   // that have begun
  wire::RefusedLaunch refused_;                                  // the first of a problem that is over
  std::map<std::string, std::uint32_t, std::less<>> arguments_;  // on the device, by name
  std::vector<std::uint32_t> covered_;  // arguments that are compared with what was read and written
};

}  // namespace mergelab::worker
