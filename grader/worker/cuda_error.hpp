// A runtime call that failed, for those who catch it: without CUDA's headers.
#pragma once

#include <stdexcept>
#include <string>

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
