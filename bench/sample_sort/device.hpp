// Device memory of a rank: a GPU's, or the CPU engine's.
#pragma once

#if defined(MERGELAB_BENCH_GPU)
#include <cuda_runtime.h>
#else
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#endif

#include <csignal>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace mergelab::device {

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

/// Of the GPUs that there are, ranks of one machine take one after the other.
inline void choose(int rank) {
  int devices = 0;
  check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
  check(cudaSetDevice(rank % devices), "cudaSetDevice");
}

inline std::vector<std::byte> read(const void* memory, std::size_t bytes) {
  std::vector<std::byte> copy(bytes);
  if (bytes > 0) check(cudaMemcpy(copy.data(), memory, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  return copy;
}

inline void write(void* memory, const std::vector<std::byte>& bytes) {
  if (!bytes.empty())
    check(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
}

/// Device memory, freed at the end of its scope.
class Memory {
 public:
  explicit Memory(std::size_t bytes) {
#if defined(MERGELAB_BENCH_GPU)
    check(cudaMalloc(&data_, bytes), "device memory");
#else
    check(simt::allocate(&data_, bytes), "device memory");
#endif
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { static_cast<void>(cudaFree(data_)); }
  [[nodiscard]] void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

[[noreturn]] inline void kill_this_process() {
  std::raise(SIGKILL);
  throw std::runtime_error("SIGKILL came back");
}

}  // namespace mergelab::device
