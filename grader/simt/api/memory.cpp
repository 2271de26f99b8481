// The API of device memory: allocation, copies, fills.
#include <cstring>
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>

#include "simt/check/api_calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/watch.hpp"
#include "state.hpp"

namespace {

using simt::set_error;

bool known(cudaMemcpyKind kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

using simt::core::Allocation;
using simt::core::DeviceMemory;

// Where accesses are checked: that the range stays in the allocation in which it begins.
void check_copy_range(const char* call, const void* memory, std::size_t bytes, bool writes) {
  if (!simt::core::watch.checking) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const Allocation* allocation = DeviceMemory::instance().find(begin);
  if (allocation == nullptr || allocation->number == 0) return;
  const std::string what = std::string(call) + (writes ? " writes " : " reads ");
  if (bytes > allocation->end - begin) {
    simt::check::fail({simt::Rule::out_of_bounds,
                       what + std::to_string(bytes) + " bytes from byte " +
                           std::to_string(begin - allocation->begin) + " of " + allocation->name() +
                           ", which has " + std::to_string(allocation->bytes()) + " bytes",
                       {}});
  }
  if (!writes) return;
  if (allocation->read_only) {
    simt::check::keep({simt::Rule::write_to_const, what + allocation->name() + ", which is an input", {}},
                      simt::core::kHostThread, 0);
  }
  DeviceMemory::instance().mark_written(begin, bytes);
}

}  // namespace

namespace simt {

cudaError_t allocate(void** memory, std::size_t bytes, MemoryKind kind) {
  SIMT_NEEDS_DEVICE;
  if (memory == nullptr) return set_error(cudaErrorInvalidValue);
  check::api_writes("cudaMalloc", memory, sizeof *memory);
  const cudaError_t error = DeviceMemory::instance().allocate(memory, bytes, kind);
  return error == cudaSuccess ? error : set_error(error);
}

void host::name_allocation(const void* memory, const std::string& name, bool read_only) {
  Allocation* allocation = DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  if (allocation == nullptr) return;
  allocation->given_name = name;
  allocation->read_only = read_only;
}

void host::name_part(const void* memory, std::size_t bytes, const std::string& name, Use use) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  Allocation* part = DeviceMemory::instance().divide(begin, bytes);
  if (part == nullptr) return;
  part->given_name = name;
  part->read_only = use == Use::Input;
  part->filled_begin = begin;
  part->filled_end = use == Use::Input ? begin + bytes : begin;
}

void host::mark_written(const void* memory, std::size_t bytes) {
  DeviceMemory::instance().mark_written(reinterpret_cast<std::uintptr_t>(memory), bytes);
}

}  // namespace simt

static cudaError_t release(void* memory, bool pinned) {
  SIMT_NEEDS_DEVICE;
  if (memory == nullptr) return cudaSuccess;
  Allocation* allocation = DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  // What is divided is found by its parts alone, and is never pinned.
  if (allocation != nullptr && (allocation->kind == simt::MemoryKind::Pinned) != pinned) {
    return set_error(cudaErrorInvalidValue);
  }
  return DeviceMemory::instance().release(memory) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaFree(void* memory) { return release(memory, false); }

cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return simt::allocate(memory, bytes, simt::MemoryKind::Pinned);
}
cudaError_t cudaFreeHost(void* memory) { return release(memory, true); }

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  SIMT_NEEDS_DEVICE;
  if (!known(kind)) return set_error(cudaErrorInvalidMemcpyDirection);
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return set_error(cudaErrorInvalidValue);
  check_copy_range("cudaMemcpy", from, bytes, false);
  check_copy_range("cudaMemcpy", to, bytes, true);
  simt::check::api_reads("cudaMemcpy", from, bytes);
  simt::check::api_writes("cudaMemcpy", to, bytes);
  const simt::core::OpenDeviceMemory open;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  SIMT_NEEDS_DEVICE;
  if (bytes == 0) return cudaSuccess;
  if (memory == nullptr) return set_error(cudaErrorInvalidValue);
  check_copy_range("cudaMemset", memory, bytes, true);
  simt::check::api_writes("cudaMemset", memory, bytes);
  const simt::core::OpenDeviceMemory open;
  std::memset(memory, byte, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t) {
  return cudaMemset(memory, byte, bytes);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return set_error(cudaErrorInvalidPitchValue);
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = cudaMemcpy(static_cast<char*>(to) + row * to_pitch,
                                         static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
  if (width > pitch) return set_error(cudaErrorInvalidPitchValue);
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = cudaMemset(static_cast<char*>(memory) + row * pitch, byte, width);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  SIMT_NEEDS_DEVICE;
  simt::check::api_writes("cudaMemGetInfo", free_bytes, sizeof *free_bytes);
  simt::check::api_writes("cudaMemGetInfo", total_bytes, sizeof *total_bytes);
  *free_bytes = simt::core::kDeviceBytes - DeviceMemory::instance().used();
  *total_bytes = simt::core::kDeviceBytes;
  return cudaSuccess;
}
