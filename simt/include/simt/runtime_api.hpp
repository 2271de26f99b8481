// The engine's part of CUDA's runtime API. Device memory is host memory and every call is synchronous, so
// streams and events are in order by themselves.
#pragma once

#include <stddef.h>

#include <simt/driver_types.hpp>

#define CUDART_VERSION 13000  // 1000 * major + 10 * minor

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);

cudaError_t cudaFree(void* memory);
cudaError_t cudaMallocHost(void** memory, size_t bytes);
cudaError_t cudaFreeHost(void* memory);
cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* memory);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* memory, int byte, size_t bytes);
cudaError_t cudaMemsetAsync(void* memory, int byte, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* memory, size_t pitch, int byte, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* memory, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent,
                              cudaStream_t stream = nullptr);
// Advice on managed memory: there is one memory, so it changes nothing. By location since CUDA 13, by device
// before.
cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device, cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = nullptr);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache preference);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
/// One stream's use of managed memory is a hint: every stream may use it here.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* memory, size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle);
/// Windows of the second-level cache and priorities are hints; other attributes are refused.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value);
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int flags);

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                     unsigned int flags = cudaEventRecordDefault);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);

namespace simt {

/// Remembers the error of `function` for cudaGetLastError and returns it.
cudaError_t set_error(cudaError_t error, const char* function = __builtin_FUNCTION());
/// The memory's kind: Pinned and Managed are for kernels and host code alike.
enum class MemoryKind : unsigned char { Device, Pinned, Managed };
/// `element`: the size of one, 0 if unknown.
cudaError_t allocate(void** memory, size_t bytes, MemoryKind kind = MemoryKind::Device, size_t element = 0);
template <class T>
constexpr size_t kElement = sizeof(T);
template <>
inline constexpr size_t kElement<void> = 0;
cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);

}  // namespace simt

template <class T>
inline cudaError_t cudaMalloc(T** memory, size_t bytes) {
  void* fresh = nullptr;
  const cudaError_t error = ::simt::allocate(&fresh, bytes, ::simt::MemoryKind::Device, ::simt::kElement<T>);
  if (error == cudaSuccess) *memory = static_cast<T*>(fresh);
  return error;
}

template <class T>
inline cudaError_t cudaMallocManaged(T** memory, size_t bytes, unsigned int = cudaMemAttachGlobal) {
  void* fresh = nullptr;
  const cudaError_t error = ::simt::allocate(&fresh, bytes, ::simt::MemoryKind::Managed, ::simt::kElement<T>);
  if (error == cudaSuccess) *memory = static_cast<T*>(fresh);
  return error;
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* memory, size_t bytes = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(memory), bytes, flags);
}

template <class T>
inline cudaError_t cudaMallocHost(T** memory, size_t bytes, unsigned int = cudaHostAllocDefault) {
  void* fresh = nullptr;
  const cudaError_t error = cudaMallocHost(&fresh, bytes);
  if (error == cudaSuccess) *memory = static_cast<T*>(fresh);
  return error;
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  void* same = nullptr;
  const cudaError_t error = cudaHostGetDevicePointer(&same, host, flags);
  if (error == cudaSuccess) *device = static_cast<T*>(same);
  return error;
}

template <class T>
inline cudaError_t cudaHostAlloc(T** memory, size_t bytes, unsigned int) {
  return cudaMallocHost(memory, bytes, 0);
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

/// Rows of `width` bytes, each aligned to 512.
template <class T>
inline cudaError_t cudaMallocPitch(T** memory, size_t* pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(memory, *pitch * height);
}

inline cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  *memory = make_cudaPitchedPtr(nullptr, 0, extent.width, extent.height);
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width, extent.height * extent.depth);
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return ::simt::set_function_attribute(reinterpret_cast<const void*>(function), attribute, value);
}

namespace simt {

/// Of a copy of a part of a symbol, which has `size` bytes; `refused` is the other direction.
inline cudaError_t symbol_error(size_t size, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                cudaMemcpyKind refused) {
  if (kind == cudaMemcpyHostToHost || kind == refused) return set_error(cudaErrorInvalidMemcpyDirection);
  return offset > size || bytes > size - offset ? set_error(cudaErrorInvalidValue) : cudaSuccess;
}

inline char* place_in(const volatile void* symbol, size_t offset) {
  return static_cast<char*>(const_cast<void*>(symbol)) + offset;
}

/// For a value in place of a variable, such as an address.
template <class T>
cudaError_t no_symbol() {
  static_assert(sizeof(T) == 0, "pass the __device__ or __constant__ variable itself, not its address");
  return cudaErrorInvalidSymbol;
}

}  // namespace simt

/// `symbol` is a __device__ or __constant__ variable.
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  const cudaError_t error = ::simt::symbol_error(sizeof(T), bytes, offset, kind, cudaMemcpyDeviceToHost);
  return error != cudaSuccess ? error : cudaMemcpy(::simt::place_in(&symbol, offset), from, bytes, kind);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  const cudaError_t error = ::simt::symbol_error(sizeof(T), bytes, offset, kind, cudaMemcpyHostToDevice);
  return error != cudaSuccess ? error : cudaMemcpy(to, ::simt::place_in(&symbol, offset), bytes, kind);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  const cudaError_t error = ::simt::symbol_error(sizeof(T), bytes, offset, kind, cudaMemcpyDeviceToHost);
  return error != cudaSuccess ? error
                              : cudaMemcpyAsync(::simt::place_in(&symbol, offset), from, bytes, kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  const cudaError_t error = ::simt::symbol_error(sizeof(T), bytes, offset, kind, cudaMemcpyHostToDevice);
  return error != cudaSuccess ? error
                              : cudaMemcpyAsync(to, ::simt::place_in(&symbol, offset), bytes, kind, stream);
}

template <class T>
inline cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  *address = ::simt::place_in(&symbol, 0);
  return cudaSuccess;
}

template <class T, class... Rest>
cudaError_t cudaMemcpyToSymbol(const T&&, const void*, size_t, Rest...) {
  return ::simt::no_symbol<T>();
}
template <class T, class... Rest>
cudaError_t cudaMemcpyFromSymbol(void*, const T&&, size_t, Rest...) {
  return ::simt::no_symbol<T>();
}
template <class T>
cudaError_t cudaGetSymbolAddress(void**, const T&&) {
  return ::simt::no_symbol<T>();
}

template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

/// The division of the first-level cache is a hint that changes no result.
template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T*, cudaFuncCache) {
  return cudaSuccess;
}
