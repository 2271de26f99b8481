// Device memory for programs that load and run a lab's function on a GPU or on the CPU engine.
#pragma once

#include <dlfcn.h>

#if defined(MERGELAB_BENCH_GPU)
#include <cuda_runtime.h>
#else
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#endif

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace mergelab::device {

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

/// Assigns GPUs to the ranks of a machine in turn; `rank` is the rank on this machine.
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

/// Loads an object that was made of `source` for elements of the size that its function NAME_element_bytes
/// returns, and returns its function run_NAME.
template <class Function>
Function load(const std::string& object, const std::string& name, std::size_t element_bytes,
              const std::string& source) {
  void* module = dlopen(object.c_str(), RTLD_NOW);
  if (module == nullptr) throw std::runtime_error(dlerror());
  const auto bytes = reinterpret_cast<int (*)()>(dlsym(module, (name + "_element_bytes").c_str()));
  const auto function = reinterpret_cast<Function>(dlsym(module, ("run_" + name).c_str()));
  if (bytes == nullptr || function == nullptr)
    throw std::runtime_error(object + " was not made of " + source);
  if (static_cast<std::size_t>(bytes()) != element_bytes)
    throw std::runtime_error(object + " takes elements of " + std::to_string(bytes()) + " bytes, expected " +
                             std::to_string(element_bytes));
#if !defined(MERGELAB_BENCH_GPU)
  simt::host::attach(module);
#endif
  return function;
}

}  // namespace mergelab::device
