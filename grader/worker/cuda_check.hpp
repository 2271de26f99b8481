// Turns a runtime call that failed into an exception.
#pragma once

// Before CUDA's headers: their macro __noinline__ is a word of some standard headers.
#include "worker/cuda_error.hpp"

#include <cuda_runtime.h>

namespace mergelab::worker {

/// Throws CudaError for anything but success: an error that only a kernel can bring about is the kernel's.
inline void check(cudaError_t status, const char* expression) {
  using finding::Message;
  const auto message_of = [](cudaError_t error) {
    switch (error) {
      case cudaErrorIllegalAddress:
        return Message::gpu_address;
      case cudaErrorMisalignedAddress:
        return Message::gpu_misaligned;
      case cudaErrorAssert:
        return Message::gpu_assertion;
      case cudaErrorLaunchTimeout:
        return Message::gpu_timeout;
      default:
        return Message::gpu_error;
    }
  };
  if (status != cudaSuccess) throw CudaError(message_of(status), expression, status);
}

}  // namespace mergelab::worker
