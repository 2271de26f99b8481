// The driver API's header. Many programs include it without need; its functions fail to compile with a
// sentence.
#pragma once

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
enum CUresult { CUDA_SUCCESS = 0 };

#define SIMT_NO_DRIVER(NAME)                                                                          \
  extern "C"                                                                                          \
      __attribute__((error("the CPU engine has no driver API; call the runtime API, whose functions " \
                           "begin with cuda"))) CUresult                                              \
      NAME(...);
SIMT_NO_DRIVER(cuInit)
SIMT_NO_DRIVER(cuDriverGetVersion)
SIMT_NO_DRIVER(cuGetErrorName)
SIMT_NO_DRIVER(cuGetErrorString)
SIMT_NO_DRIVER(cuDeviceGet)
SIMT_NO_DRIVER(cuDeviceGetCount)
SIMT_NO_DRIVER(cuDeviceGetName)
SIMT_NO_DRIVER(cuDeviceGetAttribute)
SIMT_NO_DRIVER(cuDeviceTotalMem)
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
