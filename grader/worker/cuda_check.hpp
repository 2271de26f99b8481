// What the worker makes of a runtime call that failed.
#pragma once

// Before CUDA's headers: their macro __noinline__ is a word of some standard headers.
#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

namespace mergelab::worker {

/// A runtime call that failed; what() is expression, name and text.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A kernel of the student's that the device ended; rule() is the symptom.
class KernelFault : public CudaError {
 public:
  KernelFault(const char* rule, const std::string& text) : CudaError(text), rule_(rule) {}
  [[nodiscard]] const char* rule() const { return rule_; }

 private:
  const char* rule_;
};

/// Throws KernelFault for what only a kernel can bring about, CudaError for anything else but success.
inline void check(cudaError_t status, const char* expression) {
  if (status == cudaSuccess) return;
  const std::string name = cudaGetErrorName(status);
  switch (status) {
    case cudaErrorIllegalAddress:
      throw KernelFault("fault", "a kernel used an address that is not its own (" + name + ")");
    case cudaErrorMisalignedAddress:
      throw KernelFault("misaligned", "a kernel used an address that its access does not fit (" + name + ")");
    case cudaErrorLaunchTimeout:
      throw KernelFault("endless", "the device ended a kernel that ran too long (" + name + ")");
    default:
      throw CudaError(std::string(expression) + ": " + name + ": " + cudaGetErrorString(status));
  }
}

}  // namespace mergelab::worker
