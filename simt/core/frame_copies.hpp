// Copies of the return addresses and saved registers that are on the stacks of instrumented code, at one
// distance from every stack: code that simt-cc inserts writes and compares them (cxx/guarded_frames.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::core {

/// On other processors nothing writes copies, and they have no room.
#if defined(__x86_64__)
constexpr bool kCopiesFrames = true;
#else
constexpr bool kCopiesFrames = false;
#endif

/// From a place on a stack to its copy. Linux has nothing there: programs and heaps are far below, libraries
/// and stacks are above.
constexpr std::int64_t kFrameCopies = -(std::int64_t{1} << 44);

/// Makes room for the copies of a new stack of whole pages. False without memory.
[[nodiscard]] bool make_frame_copies(const void* stack, std::size_t bytes);

/// Where the copy of a place on a stack is.
[[nodiscard]] inline void* frame_copy(const void* place) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) +
                                 static_cast<std::uintptr_t>(kFrameCopies));
}

/// Whether the stack holds the return addresses and registers that the running calls of host code began with.
/// To ask before an exception unwinds it, which reads them from there.
[[nodiscard]] bool has_right_frames();

/// Where the stack ends that a called object may use: `whole` outside of host::call_object().
[[nodiscard]] std::uintptr_t end_of_objects_stack(std::uintptr_t whole);

}  // namespace simt::core
