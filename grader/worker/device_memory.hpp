// Device arrays of one problem, through the CUDA runtime's own calls, so that the CPU engine and a GPU serve
// alike.
#pragma once

#include <cstddef>
#include <span>

namespace mergelab::worker {

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
  /// Allocates for such an image, and fills it with one byte.
  void* place_filled(std::size_t image_bytes, std::byte fill, std::size_t margin_before, std::size_t shift);
  /// Allocates `bytes` without writing them.
  void* reserve(std::size_t bytes) { return allocate(bytes, 0, 0); }
  /// Downloads the image, margins included. Throws CudaError.
  void fetch(std::span<std::byte> image) const;
  void release();

 private:
  void* allocate(std::size_t image_bytes, std::size_t margin_before, std::size_t shift);

  std::byte* allocation_ = nullptr;
  std::byte* image_ = nullptr;
};

/// Waits for the device and throws CudaError for what the student's launches left behind.
void synchronise();

}  // namespace mergelab::worker
