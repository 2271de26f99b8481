// Turns a runtime call that failed into an exception.
#pragma once

// Before CUDA's headers: their macro __noinline__ is a word of some standard headers.
#include "worker/cuda_error.hpp"

#include <cuda_runtime.h>

namespace mergelab::worker {

/// Throws KernelFault for what only a kernel can bring about, CudaError for anything else but success.
inline void check(cudaError_t status, const char* expression) {
  if (status == cudaSuccess) return;
  const std::string name = cudaGetErrorName(status);
  switch (status) {
    case cudaErrorIllegalAddress:
      throw KernelFault("fault", "a kernel used an address that is not its own (" + name + ")");
    case cudaErrorMisalignedAddress:
      throw KernelFault("misaligned", "a kernel used an address that its access does not fit (" + name + ")");
    case cudaErrorAssert:
      throw KernelFault("assertion", "an assertion in a kernel failed (" + name + ")");
    case cudaErrorLaunchTimeout:
      throw KernelFault("endless", "the device ended a kernel that ran too long (" + name + ")");
    default:
      throw CudaError(std::string(expression) + ": " + name + ": " + cudaGetErrorString(status));
  }
}

}  // namespace mergelab::worker
