// Launches of kernels that may overlap, or use much shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace mergelab::detail {

/// From sm_90 on, the next kernel's blocks may start before this one ends; they call wait_for_last_kernel()
/// before they read its output.
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

/// Whether an array is valid: empty, or non-null and aligned to its type.
template <class T>
[[nodiscard]] bool is_usable(const T* array, std::int64_t size) {
  return size == 0 || (array != nullptr && reinterpret_cast<std::uintptr_t>(array) % alignof(T) == 0);
}

/// Allows a kernel `bytes` of dynamic shared memory, in addition to `fixed` static ones.
template <class Kernel>
[[nodiscard]] cudaError_t allow_shared_memory(Kernel kernel, int bytes, int fixed = 0) {
  return bytes + fixed > 48 * 1024
             ? cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
             : cudaSuccess;
}

/// Lets a kernel's blocks start before the previous kernel ends.
struct EarlyStart {
#ifdef __CUDACC__
  cudaLaunchAttribute attribute{};
  /// Before sm_90, kernels can't wait.
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
