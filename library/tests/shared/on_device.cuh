// Arrays of the device for the tests of the library, which tell when something was written beside them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "requests.hpp"

inline int first_accepted(std::initializer_list<cudaError_t> statuses) {
  int number = 0;
  for (const cudaError_t status : statuses) {
    if (status != cudaErrorInvalidValue) return number;
    ++number;
  }
  return kAllRefused;
}

/// Elements in device memory, `offset` times their alignment behind an aligned address, between margins.
template <class T>
class OnDevice {
 public:
  OnDevice(const void* from, std::int64_t size, int offset)
      : bytes_(size * sizeof(T)), begin_(kMargin + offset * alignof(T)), all_(begin_ + bytes_ + kMargin) {
    status = cudaMalloc(&memory_, all_);
    if (status == cudaSuccess) status = cudaMemset(memory_, kPoison, all_);
    if (status == cudaSuccess && from != nullptr && bytes_ > 0)
      status = cudaMemcpy(memory_ + begin_, from, bytes_, cudaMemcpyHostToDevice);
  }
  ~OnDevice() { cudaFree(memory_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  T* get() const { return reinterpret_cast<T*>(memory_ + begin_); }
  /// Copies to the host; whether the margins are as they were.
  bool fetch(void* to) {
    if (bytes_ > 0) status = cudaMemcpy(to, memory_ + begin_, bytes_, cudaMemcpyDeviceToHost);
    return is_poison(0, begin_) && is_poison(begin_ + bytes_, all_);
  }
  cudaError_t status;

 private:
  static constexpr unsigned char kPoison = 0xA5;
  static constexpr int kMargin = 64;  // bytes

  bool is_poison(std::size_t from, std::size_t to) {
    unsigned char margin[kMargin + 16 * 16];
    if (status == cudaSuccess) status = cudaMemcpy(margin, memory_ + from, to - from, cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < to - from; ++i)
      if (margin[i] != kPoison) return false;
    return true;
  }
  unsigned char* memory_ = nullptr;
  std::size_t bytes_, begin_, all_;
};
