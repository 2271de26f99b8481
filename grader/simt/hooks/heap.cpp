// The heap of a whole program: in a kernel, memory is the device's, and its bounds are checked.
#include <cstdlib>
#include <new>

#include "simt/core/device_memory.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {
namespace {

bool is_of_device() { return watch.checking && Scheduler::instance().in_kernel(); }

/// Null if there is no room, as malloc in a kernel.
void* allocate_in_kernel(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t error = DeviceMemory::instance().allocate(&memory, bytes, MemoryKind::Device);
  return error == cudaSuccess ? memory : nullptr;
}

void release_in_kernel(void* memory) {
  if (memory != nullptr) static_cast<void>(DeviceMemory::instance().release(memory));
}

}  // namespace
}  // namespace simt::core

using simt::core::allocate_in_kernel;
using simt::core::is_of_device;
using simt::core::release_in_kernel;

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
void* __wrap_malloc(std::size_t bytes) {
  return is_of_device() ? allocate_in_kernel(bytes) : std::malloc(bytes);
}
void __wrap_free(void* memory) { is_of_device() ? release_in_kernel(memory) : std::free(memory); }
void* __wrap__Znwm(std::size_t bytes) {
  return is_of_device() ? allocate_in_kernel(bytes) : ::operator new(bytes);
}
void* __wrap__Znam(std::size_t bytes) {
  return is_of_device() ? allocate_in_kernel(bytes) : ::operator new[](bytes);
}
void __wrap__ZdlPv(void* memory) { is_of_device() ? release_in_kernel(memory) : ::operator delete(memory); }
void __wrap__ZdlPvm(void* memory, std::size_t /*bytes*/) { __wrap__ZdlPv(memory); }
void __wrap__ZdaPv(void* memory) { is_of_device() ? release_in_kernel(memory) : ::operator delete[](memory); }
void __wrap__ZdaPvm(void* memory, std::size_t /*bytes*/) { __wrap__ZdaPv(memory); }
// NOLINTEND(bugprone-reserved-identifier)
}
