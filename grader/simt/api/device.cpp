// The device and its errors. The device is a model with an H100's limits.
#include <simt/limits.hpp>
#include <simt/runtime_api.hpp>

#include <cstring>
#include <simt/engine.hpp>

#include "simt/check/api_calls.hpp"
#include "simt/check/launches.hpp"
#include "simt/core/lines.hpp"

namespace {

cudaError_t last_error = cudaSuccess;
cudaError_t last_failure = cudaSuccess;  // also when the program has asked for it

struct ErrorName {
  cudaError_t error;
  const char* name;
  const char* text;
};

constexpr ErrorName kErrors[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const ErrorName* find(cudaError_t error) {
  for (const ErrorName& entry : kErrors) {
    if (entry.error == error) return &entry;
  }
  return nullptr;
}

}  // namespace

namespace simt {

cudaError_t set_error(cudaError_t error) {
  if (error != cudaSuccess) last_failure = error;
  return last_error = error;
}

std::string host::describe_exit(int code, const void* caller) {
  std::string text = "called exit(" + std::to_string(code) + ") at " +
                     core::show(core::line_of(reinterpret_cast<std::uintptr_t>(caller)));
  if (last_failure == cudaSuccess) return text + "; no CUDA call had failed before";
  return text + ", after " + cudaGetErrorName(last_failure) + " (" + cudaGetErrorString(last_failure) + ")";
}

}  // namespace simt

using simt::set_error;

cudaError_t cudaPeekAtLastError() {
  simt::check::error_asked();
  return last_error;
}

cudaError_t cudaGetLastError() {
  simt::check::error_asked();
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorName* found = find(error);
  return found != nullptr ? found->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorName* found = find(error);
  return found != nullptr ? found->text : "unrecognized error code";
}

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaSuccess; }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaRuntimeGetVersion(int* version) {
  simt::check::api_writes("cudaRuntimeGetVersion", version, sizeof *version);
  *version = 12000;  // the release whose surface this is, as 1000 * major + 10 * minor
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaGetDeviceCount(int* count) {
  simt::check::api_writes("cudaGetDeviceCount", count, sizeof *count);
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  simt::check::api_writes("cudaGetDevice", device, sizeof *device);
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
  std::strcpy(properties->name, "CPU engine, modelled on NVIDIA H100");
  properties->totalGlobalMem = std::size_t{80} << 30;
  properties->sharedMemPerBlock = simt::kDefaultDynamicShared;
  properties->sharedMemPerBlockOptin = simt::kMaxDynamicShared;
  properties->sharedMemPerMultiprocessor = 228 * 1024;
  properties->totalConstMem = 64 * 1024;
  properties->regsPerBlock = 65536;
  properties->regsPerMultiprocessor = 65536;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  const int threads[3] = {1024, 1024, 64};
  const int grid[3] = {0x7fffffff, 65535, 65535};
  std::memcpy(properties->maxThreadsDim, threads, sizeof(threads));
  std::memcpy(properties->maxGridSize, grid, sizeof(grid));
  properties->major = 9;
  properties->multiProcessorCount = 132;
  properties->maxThreadsPerMultiProcessor = 2048;
  properties->maxBlocksPerMultiProcessor = 32;
  properties->clockRate = 1980000;
  properties->memoryClockRate = 2619000;
  properties->memoryBusWidth = 5120;
  properties->l2CacheSize = 50 << 20;
  properties->memPitch = 0x7fffffff;
  properties->reservedSharedMemPerBlock = 1024;
  properties->unifiedAddressing = 1;
  properties->managedMemory = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp model{};
  if (value == nullptr) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = cudaGetDeviceProperties(&model, device); error != cudaSuccess) return error;
  const struct {
    cudaDeviceAttr attribute;
    std::size_t value;
  } values[] = {
      {cudaDevAttrMaxThreadsPerBlock, static_cast<std::size_t>(model.maxThreadsPerBlock)},
      {cudaDevAttrMaxBlockDimX, static_cast<std::size_t>(model.maxThreadsDim[0])},
      {cudaDevAttrMaxBlockDimY, static_cast<std::size_t>(model.maxThreadsDim[1])},
      {cudaDevAttrMaxBlockDimZ, static_cast<std::size_t>(model.maxThreadsDim[2])},
      {cudaDevAttrMaxGridDimX, static_cast<std::size_t>(model.maxGridSize[0])},
      {cudaDevAttrMaxGridDimY, static_cast<std::size_t>(model.maxGridSize[1])},
      {cudaDevAttrMaxGridDimZ, static_cast<std::size_t>(model.maxGridSize[2])},
      {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<std::size_t>(model.sharedMemPerBlock)},
      {cudaDevAttrTotalConstantMemory, static_cast<std::size_t>(model.totalConstMem)},
      {cudaDevAttrWarpSize, static_cast<std::size_t>(model.warpSize)},
      {cudaDevAttrMaxRegistersPerBlock, static_cast<std::size_t>(model.regsPerBlock)},
      {cudaDevAttrClockRate, static_cast<std::size_t>(model.clockRate)},
      {cudaDevAttrMultiProcessorCount, static_cast<std::size_t>(model.multiProcessorCount)},
      {cudaDevAttrMemoryClockRate, static_cast<std::size_t>(model.memoryClockRate)},
      {cudaDevAttrGlobalMemoryBusWidth, static_cast<std::size_t>(model.memoryBusWidth)},
      {cudaDevAttrL2CacheSize, static_cast<std::size_t>(model.l2CacheSize)},
      {cudaDevAttrMaxThreadsPerMultiProcessor, static_cast<std::size_t>(model.maxThreadsPerMultiProcessor)},
      {cudaDevAttrComputeCapabilityMajor, static_cast<std::size_t>(model.major)},
      {cudaDevAttrComputeCapabilityMinor, static_cast<std::size_t>(model.minor)},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
       static_cast<std::size_t>(model.sharedMemPerMultiprocessor)},
      {cudaDevAttrCooperativeLaunch, static_cast<std::size_t>(model.cooperativeLaunch)},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<std::size_t>(model.sharedMemPerBlockOptin)},
      {cudaDevAttrMaxBlocksPerMultiprocessor, static_cast<std::size_t>(model.maxBlocksPerMultiProcessor)},
  };
  for (const auto& entry : values) {
    if (entry.attribute != attribute) continue;
    simt::check::api_writes("cudaDeviceGetAttribute", value, sizeof *value);
    *value = static_cast<int>(entry.value);
    return cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}
