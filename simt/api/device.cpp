// The device and its errors.
#include <cstring>
#include <iterator>
#include <optional>
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "device_launches.hpp"
#include "device_model.hpp"
#include "graphs.hpp"
#include "simt/check/api_calls.hpp"
#include "simt/check/launches.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/print_buffer.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

namespace {

thread_local cudaError_t last_error = cudaSuccess;
cudaError_t last_failure = cudaSuccess;  // also when the program has asked for it
simt::host::FailedCall failed_call;

struct ErrorName {
  cudaError_t error;
  const char* name;
  const char* text;
};

constexpr ErrorName kErrors[] = {
#define SIMT_ERROR(NAME, NUMBER, TEXT) {cuda##NAME, "cuda" #NAME, TEXT},
    SIMT_ERRORS(SIMT_ERROR)
#undef SIMT_ERROR
};

/// By number; only the print buffer's size has an effect.
std::size_t limits[] = {1024, std::size_t{1} << 20, std::size_t{8} << 20, 0, 2048, 64, 0};

unsigned int device_flags = cudaDeviceMapHost;

constexpr std::size_t kMostStackBytes = std::size_t{512} << 10;

const ErrorName* find(cudaError_t error) {
  for (const ErrorName& entry : kErrors) {
    if (entry.error == error) return &entry;
  }
  return nullptr;
}

}  // namespace

namespace simt {

std::size_t api::device_limit(cudaLimit limit) { return limits[limit]; }

cudaError_t set_error(cudaError_t error, const char* function) {
  SIMT_ANY_CALL;
  if (core::Scheduler::instance().in_kernel()) return api::error_of_thread() = error;
  if (error != cudaSuccess) last_failure = error;
  if (error != cudaSuccess && *function != '\0' && *failed_call.function == '\0') {
    const bool is_name = std::string_view(function).starts_with("cuda");
    failed_call = {is_name ? function : "a function of CUDA", cudaGetErrorName(error),
                   cudaGetErrorString(error)};
  }
  return last_error = error;
}

host::FailedCall host::failed_call() { return ::failed_call; }

Finding host::describe_exit(int code, const void* caller) {
  Finding found(Message::exited);
  found.access.at = core::site_of(reinterpret_cast<std::uintptr_t>(caller));
  found.numbers = {code, last_failure};
  return found;
}

Finding host::describe_throw() {
  Finding found(Message::threw);
  if (core::last_throw() != 0) found.access.at = core::site_of(core::last_throw());
  found.numbers = {0, last_failure};
  return found;
}

}  // namespace simt

using simt::set_error;

cudaError_t cudaPeekAtLastError() {
  SIMT_ANY_CALL;
  if (simt::api::in_device_code()) {
    simt::core::refusal_asked();
    return simt::api::error_of_thread();
  }
  simt::check::error_asked();
  failed_call = {};
  return last_error;
}

cudaError_t cudaGetLastError() {
  SIMT_ANY_CALL;
  if (simt::api::in_device_code()) {
    simt::core::refusal_asked();
    return std::exchange(simt::api::error_of_thread(), cudaSuccess);
  }
  simt::check::error_asked();
  failed_call = {};
  return std::exchange(last_error, cudaSuccess);
}

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorName* found = find(error);
  return found != nullptr ? found->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorName* found = find(error);
  return found != nullptr ? found->text : "unrecognized error code";
}

cudaError_t cudaDeviceSynchronize() {
  SIMT_NEEDS_DEVICE;
  if (const cudaError_t error = simt::api::wait_for_device(); error != cudaSuccess) return error;
  simt::core::StreamOrder::instance().host_waits_for_all();
  return cudaSuccess;
}
// A device stays unusable, as in CUDA for the rest of the process.
cudaError_t cudaDeviceReset() { return cudaSuccess; }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  SIMT_NEEDS_DEVICE;
  if (limit == cudaLimitDevRuntimeSyncDepth || limit >= std::size(limits)) {
    return set_error(cudaErrorUnsupportedLimit);
  }
  if (limit == cudaLimitMaxL2FetchGranularity && value > 128) return set_error(cudaErrorInvalidValue);
  if (limit == cudaLimitStackSize && value > kMostStackBytes) return set_error(cudaErrorInvalidValue);
  limits[limit] = value;
  if (limit == cudaLimitPrintfFifoSize) simt::core::print_buffer_bytes = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  SIMT_NEEDS_DEVICE_OR_KERNEL;
  if (value == nullptr) return set_error(cudaErrorInvalidValue);
  if (limit == cudaLimitDevRuntimeSyncDepth || limit >= std::size(limits)) {
    return set_error(cudaErrorUnsupportedLimit);
  }
  simt::api::writes_result("cudaDeviceGetLimit", value, sizeof *value, SIMT_CALLER);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  SIMT_HOST_CALL;
  if ((flags & ~unsigned{cudaDeviceMask}) != 0) return set_error(cudaErrorInvalidValue);
  device_flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  SIMT_HOST_CALL;
  if (flags == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGetDeviceFlags", flags, sizeof *flags);
  *flags = device_flags;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  simt::api::writes_result("cudaRuntimeGetVersion", version, sizeof *version, SIMT_CALLER);
  *version = CUDART_VERSION;  // the release whose surface this is
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaGetDeviceCount(int* count) {
  simt::api::writes_result("cudaGetDeviceCount", count, sizeof *count, SIMT_CALLER);
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  simt::api::writes_result("cudaGetDevice", device, sizeof *device, SIMT_CALLER);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : set_error(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return set_error(cudaErrorInvalidValue);
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  simt::check::api_writes("cudaGetDeviceProperties", properties, sizeof *properties);
  *properties = {};
  std::strcpy(properties->name, simt::api::device_model().name);
  const auto is = [](cudaDeviceAttr attribute) { return simt::api::device_attribute(attribute).value_or(0); };
  properties->totalGlobalMem = simt::core::kDeviceBytes;
#define SIMT_FIELD(FIELD, ATTRIBUTE) properties->FIELD = is(cudaDevAttr##ATTRIBUTE);
  SIMT_FIELD(sharedMemPerBlock, MaxSharedMemoryPerBlock)
  SIMT_FIELD(regsPerBlock, MaxRegistersPerBlock)
  SIMT_FIELD(warpSize, WarpSize)
  SIMT_FIELD(memPitch, MaxPitch)
  SIMT_FIELD(maxThreadsPerBlock, MaxThreadsPerBlock)
  SIMT_FIELD(maxThreadsDim[0], MaxBlockDimX)
  SIMT_FIELD(maxThreadsDim[1], MaxBlockDimY)
  SIMT_FIELD(maxThreadsDim[2], MaxBlockDimZ)
  SIMT_FIELD(maxGridSize[0], MaxGridDimX)
  SIMT_FIELD(maxGridSize[1], MaxGridDimY)
  SIMT_FIELD(maxGridSize[2], MaxGridDimZ)
  SIMT_FIELD(totalConstMem, TotalConstantMemory)
  SIMT_FIELD(major, ComputeCapabilityMajor)
  SIMT_FIELD(minor, ComputeCapabilityMinor)
  SIMT_FIELD(textureAlignment, TextureAlignment)
  SIMT_FIELD(texturePitchAlignment, TexturePitchAlignment)
  SIMT_FIELD(multiProcessorCount, MultiProcessorCount)
  SIMT_FIELD(integrated, Integrated)
  SIMT_FIELD(canMapHostMemory, CanMapHostMemory)
  SIMT_FIELD(surfaceAlignment, SurfaceAlignment)
  SIMT_FIELD(unifiedAddressing, UnifiedAddressing)
  SIMT_FIELD(memoryBusWidth, GlobalMemoryBusWidth)
  SIMT_FIELD(l2CacheSize, L2CacheSize)
  SIMT_FIELD(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor)
  SIMT_FIELD(streamPrioritiesSupported, StreamPrioritiesSupported)
  SIMT_FIELD(globalL1CacheSupported, GlobalL1CacheSupported)
  SIMT_FIELD(localL1CacheSupported, LocalL1CacheSupported)
  SIMT_FIELD(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor)
  SIMT_FIELD(regsPerMultiprocessor, MaxRegistersPerMultiprocessor)
  SIMT_FIELD(managedMemory, ManagedMemory)
  SIMT_FIELD(pageableMemoryAccess, PageableMemoryAccess)
  SIMT_FIELD(concurrentManagedAccess, ConcurrentManagedAccess)
  SIMT_FIELD(computePreemptionSupported, ComputePreemptionSupported)
  SIMT_FIELD(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem)
  SIMT_FIELD(cooperativeLaunch, CooperativeLaunch)
  SIMT_FIELD(clusterLaunch, ClusterLaunch)
  SIMT_FIELD(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin)
  SIMT_FIELD(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor)
  SIMT_FIELD(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock)
  SIMT_FIELD(hostRegisterSupported, HostRegisterSupported)
  SIMT_FIELD(memoryPoolsSupported, MemoryPoolsSupported)
  SIMT_FIELD(clockRate, ClockRate)
  SIMT_FIELD(memoryClockRate, MemoryClockRate)
#undef SIMT_FIELD
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return set_error(cudaErrorInvalidValue);
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  const std::optional<int> found = simt::api::device_attribute(attribute);
  if (!found) return set_error(cudaErrorInvalidValue);
  simt::api::writes_result("cudaDeviceGetAttribute", value, sizeof *value, SIMT_CALLER);
  *value = *found;
  return cudaSuccess;
}
