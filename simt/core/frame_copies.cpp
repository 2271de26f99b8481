#include "frame_copies.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <simt/engine.hpp>

#include "watch.hpp"

namespace simt::core {

bool make_frame_copies(const void* stack, std::size_t bytes) {
#if defined(__x86_64__)
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return mmap(frame_copy(stack), bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) != MAP_FAILED;
#else
  return true;  // nothing uses them
#endif
}

namespace {

// Objects that are loaded at the start may have instrumented code that runs before main().
[[gnu::constructor]] void copy_frames_of_first_thread() { host::copy_frames(); }

}  // namespace
}  // namespace simt::core

void simt::host::copy_frames() {
  constexpr std::uintptr_t kMost = std::uintptr_t{1} << 30;  // of a stack without a limit
  const core::Bounds stack = core::stack_of_this_thread();
  const std::uintptr_t bytes = std::min(kMost, stack.end - stack.begin);
  // Without room for them, instrumented code ends with a fault.
  (void)core::make_frame_copies(reinterpret_cast<void*>(stack.end - bytes), bytes);
}
