#include "worker/device_memory.hpp"

#include <cuda_runtime.h>

namespace mergelab::worker {
namespace {

void check(cudaError_t status, const char* expression) {
  if (status == cudaSuccess) return;
  throw CudaError(std::string(expression) + ": " + cudaGetErrorName(status) + ": " +
                  cudaGetErrorString(status));
}

constexpr std::size_t kAlign = 256;  // of cudaMalloc

}  // namespace

DeviceBlock::~DeviceBlock() { release(); }

void DeviceBlock::release() {
  if (allocation_ != nullptr) static_cast<void>(cudaFree(allocation_));
  allocation_ = image_ = nullptr;
}

void* DeviceBlock::place(std::span<const std::byte> image, std::size_t margin_before, std::size_t shift) {
  release();
  void* raw = nullptr;
  check(cudaMalloc(&raw, kAlign + shift + image.size()), "cudaMalloc");
  allocation_ = static_cast<std::byte*>(raw);
  std::byte* payload = allocation_ + kAlign + shift;
  image_ = payload - margin_before;
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
