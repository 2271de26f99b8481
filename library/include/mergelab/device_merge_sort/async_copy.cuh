// Asynchronous copies from global to shared memory, from sm_80 on. The copy engine of sm_90 moves granules of
// 16 bytes, and can't reverse a run.
#pragma once

#include <cuda_runtime.h>

namespace mergelab::detail {

/// Starts to copy a key, in pieces as wide as its alignment. Before sm_80, and for keys of less than 4 bytes,
/// copies synchronously.
template <class Key>
__device__ __forceinline__ void start_to_copy(Key* to, const Key* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr int kPiece = alignof(Key) < 16 ? int{alignof(Key)} : 16;
  if constexpr (kPiece >= 4) {
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to));
#pragma unroll
    for (int at = 0; at < int{sizeof(Key)}; at += kPiece)
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place + at),
                   "l"(reinterpret_cast<const char*>(from) + at), "n"(kPiece)
                   : "memory");
    return;
  }
#endif
  *to = *from;
}

/// Waits for this thread's copies. A barrier must follow before other threads read them.
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace mergelab::detail
