// Checked CUDA calls, and device memory that is freed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace mergelab::bench {

/// Throws with the failed call, its place, and CUDA's name and text for the error.
inline void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(std::string(call) + " failed: " + cudaGetErrorName(status) + ", " +
                           cudaGetErrorString(status) + " (" + file + ":" + std::to_string(line) + ")");
}
#define MERGELAB_CHECK(call) ::mergelab::bench::check((call), #call, __FILE__, __LINE__)

/// An array in device memory. Not copyable.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    MERGELAB_CHECK(cudaMalloc(&data_, (count > 0 ? count : 1) * sizeof(T)));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

}  // namespace mergelab::bench
