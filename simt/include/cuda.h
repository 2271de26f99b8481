// The driver API's header: what it says of the device. Its other functions fail to compile with a sentence.
#pragma once

#include <cuda_runtime.h>

#include <stdint.h>
#include <stdlib.h>

#define CUDA_VERSION 13000

using CUdeviceptr = unsigned long long;
using CUdevice = int;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
// Numbers are the runtime API's.
enum CUresult {
  CUDA_SUCCESS = cudaSuccess,
  CUDA_ERROR_INVALID_VALUE = cudaErrorInvalidValue,
  CUDA_ERROR_NO_DEVICE = cudaErrorNoDevice,
  CUDA_ERROR_INVALID_DEVICE = cudaErrorInvalidDevice
};
#define SIMT_ATTRIBUTE(DRIVER, RUNTIME) CU_DEVICE_ATTRIBUTE_##DRIVER = cudaDevAttr##RUNTIME,
enum CUdevice_attribute {
  SIMT_ATTRIBUTE(MAX_THREADS_PER_BLOCK, MaxThreadsPerBlock) SIMT_ATTRIBUTE(
      MAX_BLOCK_DIM_X, MaxBlockDimX) SIMT_ATTRIBUTE(MAX_BLOCK_DIM_Y,
                                                    MaxBlockDimY) SIMT_ATTRIBUTE(MAX_BLOCK_DIM_Z,
                                                                                 MaxBlockDimZ)
      SIMT_ATTRIBUTE(MAX_GRID_DIM_X, MaxGridDimX) SIMT_ATTRIBUTE(MAX_GRID_DIM_Y, MaxGridDimY) SIMT_ATTRIBUTE(
          MAX_GRID_DIM_Z, MaxGridDimZ) SIMT_ATTRIBUTE(MAX_SHARED_MEMORY_PER_BLOCK, MaxSharedMemoryPerBlock)
          SIMT_ATTRIBUTE(TOTAL_CONSTANT_MEMORY, TotalConstantMemory) SIMT_ATTRIBUTE(
              WARP_SIZE, WarpSize) SIMT_ATTRIBUTE(MAX_PITCH, MaxPitch) SIMT_ATTRIBUTE(MAX_REGISTERS_PER_BLOCK,
                                                                                      MaxRegistersPerBlock)
              SIMT_ATTRIBUTE(CLOCK_RATE, ClockRate) SIMT_ATTRIBUTE(
                  TEXTURE_ALIGNMENT, TextureAlignment) SIMT_ATTRIBUTE(GPU_OVERLAP, GpuOverlap)
                  SIMT_ATTRIBUTE(MULTIPROCESSOR_COUNT, MultiProcessorCount) SIMT_ATTRIBUTE(
                      INTEGRATED, Integrated) SIMT_ATTRIBUTE(CAN_MAP_HOST_MEMORY, CanMapHostMemory)
                      SIMT_ATTRIBUTE(COMPUTE_MODE, ComputeMode) SIMT_ATTRIBUTE(
                          CONCURRENT_KERNELS, ConcurrentKernels) SIMT_ATTRIBUTE(ECC_ENABLED, EccEnabled)
                          SIMT_ATTRIBUTE(PCI_BUS_ID, PciBusId) SIMT_ATTRIBUTE(
                              PCI_DEVICE_ID, PciDeviceId) SIMT_ATTRIBUTE(MEMORY_CLOCK_RATE, MemoryClockRate)
                              SIMT_ATTRIBUTE(GLOBAL_MEMORY_BUS_WIDTH, GlobalMemoryBusWidth) SIMT_ATTRIBUTE(
                                  L2_CACHE_SIZE, L2CacheSize) SIMT_ATTRIBUTE(MAX_THREADS_PER_MULTIPROCESSOR,
                                                                             MaxThreadsPerMultiProcessor)
                                  SIMT_ATTRIBUTE(ASYNC_ENGINE_COUNT, AsyncEngineCount)
                                      SIMT_ATTRIBUTE(UNIFIED_ADDRESSING, UnifiedAddressing) SIMT_ATTRIBUTE(
                                          COMPUTE_CAPABILITY_MAJOR, ComputeCapabilityMajor)
                                          SIMT_ATTRIBUTE(COMPUTE_CAPABILITY_MINOR, ComputeCapabilityMinor)
                                              SIMT_ATTRIBUTE(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                                                             MaxSharedMemoryPerMultiprocessor)
                                                  SIMT_ATTRIBUTE(MAX_REGISTERS_PER_MULTIPROCESSOR,
                                                                 MaxRegistersPerMultiprocessor)
                                                      SIMT_ATTRIBUTE(MANAGED_MEMORY, ManagedMemory)
                                                          SIMT_ATTRIBUTE(PAGEABLE_MEMORY_ACCESS,
                                                                         PageableMemoryAccess)
                                                              SIMT_ATTRIBUTE(CONCURRENT_MANAGED_ACCESS,
                                                                             ConcurrentManagedAccess)
                                                                  SIMT_ATTRIBUTE(COOPERATIVE_LAUNCH,
                                                                                 CooperativeLaunch)
                                                                      SIMT_ATTRIBUTE(
                                                                          MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
                                                                          MaxSharedMemoryPerBlockOptin)
                                                                          SIMT_ATTRIBUTE(
                                                                              MEMORY_POOLS_SUPPORTED,
                                                                              MemoryPoolsSupported)
};
#undef SIMT_ATTRIBUTE

inline CUresult cuInit(unsigned int flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
inline CUresult cuDriverGetVersion(int* version) {
  return static_cast<CUresult>(cudaDriverGetVersion(version));
}
inline CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = cudaGetErrorName(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetCount(int* count) { return static_cast<CUresult>(cudaGetDeviceCount(count)); }
inline CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *device = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return static_cast<CUresult>(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
inline CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  cudaDeviceProp properties;
  const auto result = static_cast<CUresult>(cudaGetDeviceProperties(&properties, device));
  for (int i = 0; result == CUDA_SUCCESS && i < length; ++i) {
    name[i] = i + 1 < length ? properties.name[i] : '\0';
    if (name[i] == '\0') break;
  }
  return result;
}
inline CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  cudaDeviceProp properties;
  const auto result = static_cast<CUresult>(cudaGetDeviceProperties(&properties, device));
  if (result == CUDA_SUCCESS) *bytes = properties.totalGlobalMem;
  return result;
}

#define SIMT_NO_DRIVER(NAME)                                                                           \
  extern "C"                                                                                           \
      __attribute__((error("the CPU engine has no driver API but for queries of the device; call the " \
                           "runtime API, whose functions begin with cuda"))) CUresult                  \
      NAME(...);
SIMT_NO_DRIVER(cuDevicePrimaryCtxRetain)
SIMT_NO_DRIVER(cuCtxCreate)
SIMT_NO_DRIVER(cuCtxDestroy)
SIMT_NO_DRIVER(cuCtxSynchronize)
SIMT_NO_DRIVER(cuModuleLoad)
SIMT_NO_DRIVER(cuModuleLoadData)
SIMT_NO_DRIVER(cuModuleGetFunction)
SIMT_NO_DRIVER(cuModuleUnload)
SIMT_NO_DRIVER(cuMemAlloc)
SIMT_NO_DRIVER(cuMemFree)
SIMT_NO_DRIVER(cuMemcpyHtoD)
SIMT_NO_DRIVER(cuMemcpyDtoH)
SIMT_NO_DRIVER(cuLaunchKernel)
#undef SIMT_NO_DRIVER
