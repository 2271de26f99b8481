// Copies of the return addresses and saved registers that are on the stacks of instrumented code, at one
// distance from every stack: code that simt-cc inserts writes and compares them (cxx/guarded_frames.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <simt/limits.hpp>
#include <type_traits>

extern "C" {
/// Calls simt_called, with the arguments of its own call.
[[gnu::visibility("hidden")]] void simt_call();
[[gnu::visibility("hidden")]] extern std::uintptr_t simt_called;
}

namespace simt::core {

/// On other processors nothing writes copies, and they have no room.
#if defined(__x86_64__)
constexpr bool kCopiesFrames = true;
#else
constexpr bool kCopiesFrames = false;
#endif

/// Makes room for the copies of a new stack of whole pages. False without memory.
[[nodiscard]] bool make_frame_copies(const void* stack, std::size_t bytes);

/// Where the copy of a place on a stack is.
[[nodiscard]] inline void* frame_copy(const void* place) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) +
                                 static_cast<std::uintptr_t>(kFrameCopies));
}

/// A function's return address or a register that it saved has changed, as code at `pc` finds out. Looks at
/// no callers: the stack doesn't tell them any more.
[[noreturn]] void fail_frame(std::uintptr_t pc);

/// Whether the stack holds the return addresses and registers that the running calls of host code began with.
/// To ask before an exception unwinds it, which reads them from there.
[[nodiscard]] bool has_right_frames();

/// Where the stack ends that a called object may use: `whole` outside of host::call_object().
[[nodiscard]] std::uintptr_t end_of_objects_stack(std::uintptr_t whole);

/// Whether the engine's frames between functions of the object that are under way hold what they held when
/// the inner function was called.
[[nodiscard]] bool are_engines_frames_right();

/// While a function of the object is called for one that the object called.
class CallBack {
 public:
  /// A kernel that has called the engine ends the run.
  explicit CallBack(std::uintptr_t function);
  ~CallBack();
  CallBack(const CallBack&) = delete;
  CallBack& operator=(const CallBack&) = delete;
};

/// Calls a function of the object's host code, with at most three arguments, each a word, for a function of
/// the engine that the object has called. The object may store to its own frames above the engine's; if it
/// changes the engine's, the run ends.
template <class Result, class... Arguments>
Result call_back(Result (*function)(Arguments...), std::type_identity_t<Arguments>... arguments) {
  static_assert(sizeof...(Arguments) <= 3);
  const CallBack call(reinterpret_cast<std::uintptr_t>(function));
#if defined(__x86_64__)
  function = reinterpret_cast<Result (*)(Arguments...)>(simt_call);
#endif
  return function(static_cast<Arguments>(arguments)...);
}

}  // namespace simt::core
