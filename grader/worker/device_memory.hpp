// Device arrays of one problem, through the CUDA runtime's own calls, so that the CPU engine and a GPU serve
// alike.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include "wire/message.hpp"

namespace mergelab::worker {

/// A runtime call that failed; what() is expression, name and text.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One device allocation with its margins.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  ~DeviceBlock();

  /// Allocates, and uploads `image`: a margin of `margin_before` bytes, the payload, and the margin after it.
  /// The payload's address is `shift` bytes past a multiple of 16. Throws CudaError.
  void* place(std::span<const std::byte> image, std::size_t margin_before, std::size_t shift);
  /// Downloads the image, margins included. Throws CudaError.
  void fetch(std::span<std::byte> image) const;
  void release();

 private:
  std::byte* allocation_ = nullptr;
  std::byte* image_ = nullptr;
};

/// Waits for the device and throws CudaError for what the student's launches left behind.
void synchronise();

}  // namespace mergelab::worker
