// A runtime call that failed, for those who catch it: without CUDA's headers.
#pragma once

#include <stdexcept>
#include <string>

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

}  // namespace mergelab::worker
