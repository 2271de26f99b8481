// Host memory that kernels may use, under its host address.
#include "simt/core/registered.hpp"

#include "simt/check/api_calls.hpp"
#include "simt/core/device_memory.hpp"
#include "state.hpp"

using simt::MemoryKind;
using simt::set_error;
using simt::core::registered_in;

namespace {

/// The result of cudaHostGetFlags, never 0; 0: kernels can't use this memory, or it is not the host's.
unsigned int flags_of(const void* memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  if (const auto* found = registered_in(begin, begin + 1)) return found->flags | cudaHostRegisterMapped;
  const auto* allocation = simt::core::DeviceMemory::instance().find(begin);
  return allocation != nullptr && allocation->kind == MemoryKind::Pinned ? cudaHostAllocMapped : 0;
}

}  // namespace

cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned int flags) {
  SIMT_NEEDS_DEVICE;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  if (begin == 0 || bytes == 0 || begin + bytes < begin || flags > 15)
    return set_error(cudaErrorInvalidValue);
  if ((flags & (cudaHostRegisterReadOnly | cudaHostRegisterIoMemory)) != 0)
    return set_error(cudaErrorNotSupported);
  if (registered_in(begin, begin + bytes) != nullptr) return set_error(cudaErrorHostMemoryAlreadyRegistered);
  // Kernels will write it, so the caller must have write access.
  simt::check::copy_writes("cudaHostRegister", memory, bytes);
  return simt::core::register_memory(begin, bytes, flags) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaHostUnregister(void* memory) {
  SIMT_NEEDS_DEVICE;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const auto* found = registered_in(begin, begin + 1);
  if (found == nullptr && begin != 0 && simt::core::DeviceMemory::instance().find(begin) == nullptr) {
    return set_error(cudaErrorHostMemoryNotRegistered);
  }
  if (found == nullptr || found->begin != begin) return set_error(cudaErrorInvalidValue);
  simt::core::unregister_memory(begin, begin + 1);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  SIMT_NEEDS_DEVICE;
  if (device == nullptr || flags != 0 || flags_of(host) == 0) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaHostGetDevicePointer", device, sizeof *device);
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  SIMT_NEEDS_DEVICE;
  const unsigned int found = flags_of(host);
  if (flags == nullptr || found == 0) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaHostGetFlags", flags, sizeof *flags);
  *flags = found;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
  SIMT_NEEDS_DEVICE;
  if (attributes == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaPointerGetAttributes", attributes, sizeof *attributes);
  void* const same = const_cast<void*>(memory);
  const auto* allocation =
      simt::core::DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  if (flags_of(memory) != 0) {
    *attributes = {cudaMemoryTypeHost, 0, same, same};
  } else if (allocation == nullptr || allocation->of_kernel) {  // no call knows a kernel's heap
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, same};
  } else if (allocation->kind == MemoryKind::Managed && allocation->number != 0) {
    *attributes = {cudaMemoryTypeManaged, 0, same, same};
  } else {
    *attributes = {cudaMemoryTypeDevice, 0, same, nullptr};
  }
  return cudaSuccess;
}
