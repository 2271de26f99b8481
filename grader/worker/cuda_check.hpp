// Turns a runtime call that failed into an exception.
#pragma once

#include <stdexcept>

#include "worker/crash_report.hpp"

namespace mergelab::worker {

/// Of a runtime call that failed, or of a kernel of the student's that the device ended.
class CudaError : public std::runtime_error {
 public:
  /// `expression` is what was called.
  CudaError(finding::Message message, const char* expression, int error)
      : runtime_error(std::string(expression) + " failed"), found_(message) {
    found_.word = expression;
    found_.numbers[0] = error;
  }
  [[nodiscard]] const Finding& found() const { return found_; }

 private:
  Finding found_;
};

[[noreturn]] inline void stop(const CudaError& error) {
  const bool is_call = error.found().message == finding::Message::gpu_error;
  stop(is_call ? wire::Stop::launch_error : wire::Stop::fault, error.found());
}

}  // namespace mergelab::worker

#pragma once

// Before CUDA's headers: their macro __noinline__ is a word of some standard headers.

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
