// The runtime's functions that copy, fill and allocate memory, under their own names, as in launches.cpp: for
// host_values.hpp.
#include <cuda_runtime.h>

#include "worker/gpu/host_values.hpp"
#include "worker/gpu/launches.hpp"

namespace mergelab::worker {
namespace {

template <class Copy>
cudaError_t copied(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height,
                   const Copy& copy) {
  copy_begins(call, to, from, width, height);
  const cudaError_t error = copy();
  if (error != cudaSuccess) return error;
  copy_ends(call, to, from, width, height);
  if (is_device(to.begin) && is_device(from.begin)) ++launches().copies;
  return error;
}

template <class Fill>
cudaError_t filled(const char* call, const Rows& to, int byte, std::size_t width, std::size_t height,
                   const Fill& fill) {
  fill_begins(call, to, byte, width, height);
  const cudaError_t error = fill();
  if (error == cudaSuccess) fill_ends(to, width, height);
  return error;
}

/// Keeps an allocation's memory. It gets no values that host code could have written before.
cudaError_t kept(cudaError_t error, void** memory, std::size_t bytes) {
  if (error != cudaSuccess || bytes == 0 || !counts_host_values()) return error;
  std::memset(*memory, 0, bytes);
  keep_common(*memory, bytes);
  return error;
}

/// A symbol's address on the device; null for none.
const char* address_of(const void* symbol) {
  void* address = nullptr;
  return cudaGetSymbolAddress(&address, symbol) == cudaSuccess ? static_cast<char*>(address) : nullptr;
}

}  // namespace
}  // namespace mergelab::worker

// NOLINTBEGIN(bugprone-reserved-identifier)
#define MERGELAB_NEXT(NAME) static const auto kNext = mergelab::worker::next<decltype(&NAME)>(#NAME)

using mergelab::worker::address_of;
using mergelab::worker::copied;
using mergelab::worker::filled;
using mergelab::worker::forget_common;
using mergelab::worker::kept;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpy);
  return copied("cudaMemcpy", {to, bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyAsync);
  return copied("cudaMemcpyAsync", {to, bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(to, from, bytes, kind, stream); });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpy2D);
  return copied("cudaMemcpy2D", {to, to_pitch}, {from, from_pitch}, width, height,
                [&] { return kNext(to, to_pitch, from, from_pitch, width, height, kind); });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpy2DAsync);
  return copied("cudaMemcpy2DAsync", {to, to_pitch}, {from, from_pitch}, width, height,
                [&] { return kNext(to, to_pitch, from, from_pitch, width, height, kind, stream); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpyToSymbol);
  return copied("cudaMemcpyToSymbol", {address_of(symbol), bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(symbol, from, bytes, offset, kind); });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyToSymbolAsync);
  return copied("cudaMemcpyToSymbolAsync", {address_of(symbol), bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(symbol, from, bytes, offset, kind, stream); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpyFromSymbol);
  return copied("cudaMemcpyFromSymbol", {to, bytes}, {address_of(symbol), bytes}, bytes, 1,
                [&] { return kNext(to, symbol, bytes, offset, kind); });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyFromSymbolAsync);
  return copied("cudaMemcpyFromSymbolAsync", {to, bytes}, {address_of(symbol), bytes}, bytes, 1,
                [&] { return kNext(to, symbol, bytes, offset, kind, stream); });
}

cudaError_t cudaMemset(void* memory, int byte, size_t bytes) {
  MERGELAB_NEXT(cudaMemset);
  return filled("cudaMemset", {memory, bytes}, byte, bytes, 1, [&] { return kNext(memory, byte, bytes); });
}

cudaError_t cudaMemsetAsync(void* memory, int byte, size_t bytes, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemsetAsync);
  return filled("cudaMemsetAsync", {memory, bytes}, byte, bytes, 1,
                [&] { return kNext(memory, byte, bytes, stream); });
}

cudaError_t cudaMemset2D(void* memory, size_t pitch, int byte, size_t width, size_t height) {
  MERGELAB_NEXT(cudaMemset2D);
  return filled("cudaMemset2D", {memory, pitch}, byte, width, height,
                [&] { return kNext(memory, pitch, byte, width, height); });
}

cudaError_t cudaMemset2DAsync(void* memory, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemset2DAsync);
  return filled("cudaMemset2DAsync", {memory, pitch}, byte, width, height,
                [&] { return kNext(memory, pitch, byte, width, height, stream); });
}

cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  static const auto kNext = mergelab::worker::next<cudaError_t (*)(void**, size_t)>("cudaMallocHost");
  return kept(kNext(memory, bytes), memory, bytes);
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned int flags) {
  static const auto kNext =
      mergelab::worker::next<cudaError_t (*)(void**, size_t, unsigned int)>("cudaHostAlloc");
  return kept(kNext(memory, bytes, flags), memory, bytes);
}

cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned int flags) {
  static const auto kNext =
      mergelab::worker::next<cudaError_t (*)(void**, size_t, unsigned int)>("cudaMallocManaged");
  return kept(kNext(memory, bytes, flags), memory, bytes);
}

cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned int flags) {
  MERGELAB_NEXT(cudaHostRegister);
  const cudaError_t error = kNext(memory, bytes, flags);
  // What host code has written there before counts, too.
  if (error == cudaSuccess) mergelab::worker::keep_common(memory, bytes);
  return error;
}

cudaError_t cudaHostUnregister(void* memory) {
  MERGELAB_NEXT(cudaHostUnregister);
  forget_common(memory);
  return kNext(memory);
}

cudaError_t cudaFreeHost(void* memory) {
  MERGELAB_NEXT(cudaFreeHost);
  forget_common(memory);
  return kNext(memory);
}

cudaError_t cudaFree(void* memory) {
  MERGELAB_NEXT(cudaFree);
  forget_common(memory);
  return kNext(memory);
}

// A pool of the host's memory would give it to kernels unseen.
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  MERGELAB_NEXT(cudaMemPoolCreate);
  if (properties != nullptr && (properties->location.type != cudaMemLocationTypeDevice ||
                                properties->allocType != cudaMemAllocationTypePinned)) {
    return cudaErrorNotSupported;
  }
  return kNext(pool, properties);
}

void __cudaRegisterManagedVar(void** fat_binary, void** begin, char* device_address, const char* device_name,
                              int is_external, size_t bytes, int is_constant, int is_global) {
  static const auto kNext =
      mergelab::worker::next<void (*)(void**, void**, char*, const char*, int, size_t, int, int)>(
          "__cudaRegisterManagedVar");
  mergelab::worker::keep_managed_variable(begin, bytes);
  kNext(fat_binary, begin, device_address, device_name, is_external, bytes, is_constant, is_global);
}
}
// NOLINTEND(bugprone-reserved-identifier)
