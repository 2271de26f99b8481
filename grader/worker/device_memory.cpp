#include "worker/device_memory.hpp"

#include "worker/cuda_check.hpp"

namespace mergelab::worker {
namespace {

constexpr std::size_t kAlign = 256;  // of cudaMalloc

}  // namespace

DeviceBlock::~DeviceBlock() { release(); }

void DeviceBlock::release() {
  if (allocation_ != nullptr) static_cast<void>(cudaFree(allocation_));
  allocation_ = image_ = nullptr;
}

void* DeviceBlock::allocate(std::size_t image_bytes, std::size_t margin_before, std::size_t shift) {
  release();
  void* raw = nullptr;
  check(cudaMalloc(&raw, kAlign + shift + image_bytes), "cudaMalloc");
  allocation_ = static_cast<std::byte*>(raw);
  std::byte* payload = allocation_ + kAlign + shift;
  image_ = payload - margin_before;
  return payload;
}

void* DeviceBlock::place_filled(std::size_t image_bytes, std::byte fill, std::size_t margin_before,
                                std::size_t shift) {
  void* payload = allocate(image_bytes, margin_before, shift);
  check(cudaMemset(image_, std::to_integer<int>(fill), image_bytes), "cudaMemset");
  return payload;
}

void* DeviceBlock::place(std::span<const std::byte> image, std::size_t margin_before, std::size_t shift) {
  void* payload = allocate(image.size(), margin_before, shift);
  check(cudaMemcpy(image_, image.data(), image.size(), cudaMemcpyHostToDevice), "cudaMemcpy to the device");
  return payload;
}

void DeviceBlock::fetch(std::span<std::byte> image) const {
  check(cudaMemcpy(image.data(), image_, image.size(), cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
}

void synchronise() {
  check(cudaGetLastError(), "kernel launch");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

}  // namespace mergelab::worker
