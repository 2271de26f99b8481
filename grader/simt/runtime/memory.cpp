// Device memory: host memory that the engine knows the bounds of.
#include <cstdlib>
#include <cstring>
#include <map>
#include <simt/runtime_api.hpp>

namespace {

constexpr std::size_t kAlignment = 256;  // what cudaMalloc promises
constexpr std::size_t kTotalBytes = std::size_t{80} << 30;

struct Heap {
  std::map<const void*, std::size_t> sizes;
  std::size_t used = 0;
};

Heap& heap() {
  static Heap& state = *new Heap;
  return state;
}

bool known(cudaMemcpyKind kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

}  // namespace

namespace simt {

cudaError_t allocate(void** memory, std::size_t bytes) {
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > kTotalBytes - heap().used) return set_error(cudaErrorMemoryAllocation);
  void* fresh = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (fresh == nullptr) return set_error(cudaErrorMemoryAllocation);
  heap().sizes[fresh] = bytes;
  heap().used += bytes;
  *memory = fresh;
  return cudaSuccess;
}

}  // namespace simt

cudaError_t cudaFree(void* memory) {
  if (memory == nullptr) return cudaSuccess;
  const auto found = heap().sizes.find(memory);
  if (found == heap().sizes.end()) return simt::set_error(cudaErrorInvalidValue);
  heap().used -= found->second;
  heap().sizes.erase(found);
  std::free(memory);
  return cudaSuccess;
}

cudaError_t cudaMallocHost(void** memory, std::size_t bytes) { return simt::allocate(memory, bytes); }
cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
cudaError_t cudaFreeAsync(void* memory, cudaStream_t) { return cudaFree(memory); }

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (!known(kind)) return simt::set_error(cudaErrorInvalidMemcpyDirection);
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return simt::set_error(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (memory == nullptr) return simt::set_error(cudaErrorInvalidValue);
  std::memset(memory, byte, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t) {
  return cudaMemset(memory, byte, bytes);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return simt::set_error(cudaErrorInvalidPitchValue);
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = cudaMemcpy(static_cast<char*>(to) + row * to_pitch,
                                         static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
  if (width > pitch) return simt::set_error(cudaErrorInvalidPitchValue);
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = cudaMemset(static_cast<char*>(memory) + row * pitch, byte, width);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  *free_bytes = kTotalBytes - heap().used;
  *total_bytes = kTotalBytes;
  return cudaSuccess;
}
