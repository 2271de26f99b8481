// How kernels are launched that may overlap, or use much shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace mergelab::detail {

/// From sm_90 on, the blocks of the next kernel may start before this one ends; wait_for_last_kernel() is
/// where they need what it wrote.
__device__ inline void let_next_kernel_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
__device__ inline void wait_for_last_kernel() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Whether an array may be given: empty, or there and aligned to its type.
template <class T>
[[nodiscard]] bool is_usable(const T* array, std::int64_t size) {
  return size == 0 || (array != nullptr && reinterpret_cast<std::uintptr_t>(array) % alignof(T) == 0);
}

/// Allows a kernel `bytes` of dynamic shared memory beside `fixed` ones that it has anyway.
template <class Kernel>
[[nodiscard]] cudaError_t allow_shared_memory(Kernel kernel, int bytes, int fixed = 0) {
  return bytes + fixed > 48 * 1024
             ? cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
             : cudaSuccess;
}

/// Lets a kernel's blocks start before the kernel before has ended.
struct EarlyStart {
#ifdef __CUDACC__
  cudaLaunchAttribute attribute{};
  /// Before, kernels have nothing to wait with.
  [[nodiscard]] static bool is_known(const cudaFuncAttributes& compiled) { return compiled.ptxVersion >= 90; }
  void allow(cudaLaunchConfig_t& launch, const cudaFuncAttributes& compiled) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    launch.attrs = &attribute;
    launch.numAttrs = is_known(compiled) ? 1 : 0;
  }
#else
  [[nodiscard]] static bool is_known(const cudaFuncAttributes&) { return true; }
  static void allow(const cudaLaunchConfig_t&, const cudaFuncAttributes&) {}
#endif
};

}  // namespace mergelab::detail
