// The heap of an object, whose calls arrive here by the linker's --wrap. In a kernel, memory is the device's.
// Host code that may use only its own memory has a heap of its own; a whole program has the C library's.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <set>

#include "calls.hpp"
#include "simt/check/host_heap.hpp"
#include "simt/check/report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {
namespace {

using check::HostHeap;

constexpr std::size_t kAlignment = alignof(std::max_align_t);

/// What kernels have allocated and not freed.
std::set<void*>& of_kernels() {
  static auto& memory = *new std::set<void*>;
  return memory;
}

/// Null if there is no room, as malloc.
void* allocate(std::size_t bytes, std::uintptr_t pc, std::size_t alignment = kAlignment) {
  if (Scheduler::instance().in_kernel()) {
    void* memory = nullptr;
    if (DeviceMemory::instance().allocate(&memory, bytes, MemoryKind::Device, true) != cudaSuccess) {
      // Null would tell the thread what others have allocated.
      if (!watch.host_is_free && bytes <= kDeviceBytes) refuse_call(Finding(Message::kernel_heap_full), pc);
      return nullptr;
    }
    if (memory != nullptr) of_kernels().insert(memory);
    return memory;
  }
  if (!watch.host_is_free) {
    void* const memory = HostHeap::instance().allocate(bytes, alignment);
    if (memory == nullptr && bytes <= kDeviceBytes && alignment <= HostHeap::kMostAlignment)
      refuse_call(Finding(Message::no_memory_left), pc);
    return memory;
  }
  if (alignment <= kAlignment) return std::malloc(bytes);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

[[noreturn]] void refuse_free(bool was_freed, std::uintptr_t pc) {
  refuse_call(was_freed ? Finding(Message::freed_twice, Advice::none)
                        : Finding(Message::free_of_foreign, Advice::free_by_owner),
              pc);
}

void release(void* memory, std::uintptr_t pc) {
  if (memory == nullptr) return;
  if (Scheduler::instance().in_kernel()) {
    if (of_kernels().erase(memory) == 0) refuse_free(false, pc);
    static_cast<void>(DeviceMemory::instance().release(memory));
  } else if (watch.host_is_free) {
    std::free(memory);
  } else if (!HostHeap::instance().release(memory)) {
    const HostHeap::Block* block = HostHeap::instance().near(reinterpret_cast<std::uintptr_t>(memory));
    refuse_free(block != nullptr && !block->live, pc);
  }
}

/// As new: throws in host code, and returns null in a kernel.
void* make(std::size_t bytes, std::uintptr_t pc, std::size_t alignment = kAlignment) {
  void* const memory = allocate(bytes, pc, alignment);
  if (memory == nullptr && !Scheduler::instance().in_kernel()) throw_bad_alloc(pc);
  return memory;
}

void* resize(void* memory, std::size_t bytes, std::uintptr_t pc) {
  host::require_host_caller();
  if (watch.host_is_free) return std::realloc(memory, bytes);
  void* const fresh = allocate(bytes, pc);
  if (fresh == nullptr || memory == nullptr) return fresh;
  const HostHeap::Block* block = HostHeap::instance().near(reinterpret_cast<std::uintptr_t>(memory));
  if (block != nullptr && block->live && block->begin == reinterpret_cast<std::uintptr_t>(memory))
    std::memcpy(fresh, memory, std::min<std::size_t>(bytes, block->end - block->begin));
  release(memory, pc);  // ends the run for other memory
  return fresh;
}

}  // namespace

void* allocate_heap(std::size_t bytes, std::uintptr_t pc) { return allocate(bytes, pc); }
void release_heap(void* memory, std::uintptr_t pc) { release(memory, pc); }

}  // namespace simt::core

using simt::core::allocate;
using simt::core::make;
using simt::core::release;
using simt::core::resize;

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses)
#define SIMT_NEW(NAME)                                                                     \
  void* __wrap_##NAME(std::size_t bytes) { return make(bytes, SIMT_CALLER); }              \
  void* __wrap_##NAME##RKSt9nothrow_t(std::size_t bytes, const std::nothrow_t&) noexcept { \
    return allocate(bytes, SIMT_CALLER);                                                   \
  }                                                                                        \
  void* __wrap_##NAME##St11align_val_t(std::size_t bytes, std::align_val_t alignment) {    \
    return make(bytes, SIMT_CALLER, static_cast<std::size_t>(alignment));                  \
  }
#define SIMT_DELETE(NAME)                                                                               \
  void __wrap_##NAME(void* memory) { release(memory, SIMT_CALLER); }                                    \
  void __wrap_##NAME##m(void* memory, std::size_t) { release(memory, SIMT_CALLER); }                    \
  void __wrap_##NAME##RKSt9nothrow_t(void* memory, const std::nothrow_t&) noexcept {                    \
    release(memory, SIMT_CALLER);                                                                       \
  }                                                                                                     \
  void __wrap_##NAME##St11align_val_t(void* memory, std::align_val_t) { release(memory, SIMT_CALLER); } \
  void __wrap_##NAME##mSt11align_val_t(void* memory, std::size_t, std::align_val_t) {                   \
    release(memory, SIMT_CALLER);                                                                       \
  }

extern "C" {
void* __wrap_malloc(std::size_t bytes) { return allocate(bytes, SIMT_CALLER); }
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  simt::host::require_host_caller();
  if (bytes != 0 && count > std::numeric_limits<std::size_t>::max() / bytes) return nullptr;
  void* const memory = allocate(count * bytes, SIMT_CALLER);
  if (memory != nullptr) std::memset(memory, 0, count * bytes);
  return memory;
}
void* __wrap_realloc(void* memory, std::size_t bytes) { return resize(memory, bytes, SIMT_CALLER); }
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  simt::host::require_host_caller();
  return allocate(bytes, SIMT_CALLER, alignment);
}
void __wrap_free(void* memory) { release(memory, SIMT_CALLER); }

SIMT_NEW(_Znwm)
SIMT_NEW(_Znam)
SIMT_DELETE(_ZdlPv)
SIMT_DELETE(_ZdaPv)
}
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)
