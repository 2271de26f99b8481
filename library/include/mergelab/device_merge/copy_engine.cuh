// sm_90's features for a merge: barriers in shared memory that count bytes, and copies that arrive on them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// A test may supply its own engine, for other architectures.
#if defined(MERGELAB_COPY_ENGINE)
#include MERGELAB_COPY_ENGINE
#define MERGELAB_HAS_COPY_ENGINE 1
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define MERGELAB_HAS_COPY_ENGINE 1

namespace mergelab::detail {

[[nodiscard]] __device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// An mbarrier: a phase ends when all arrivals and all announced bytes are there. In shared memory.
class CopyBarrier {
 public:
  __device__ void initialize(int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(this)), "r"(arrivals)
                 : "memory");
  }
  /// Makes the initialised barriers visible to the copy engine; a __syncthreads() then makes them visible to
  /// the block.
  __device__ static void publish_initialized() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(this)) : "memory");
  }
  /// Arrives, and announces the bytes of copies.
  __device__ void arrive_expecting(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(this)),
                 "r"(bytes)
                 : "memory");
  }
  /// Waits for the end of a phase; the first has parity 0, the next 1.
  __device__ void wait(unsigned parity) {
    asm volatile(
        "{\n"
        ".reg .pred over;\n"
        "again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
        "@over bra done;\n"
        "bra again;\n"
        "done:\n"
        "}" ::"r"(shared_address(this)),
        "r"(parity)
        : "memory");
  }

 private:
  std::uint64_t state_;
};

/// Starts a copy from global to shared memory. Addresses and bytes are multiples of 16.
__device__ inline void start_copy(void* shared, const void* global, unsigned bytes, CopyBarrier& arrives_on) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(shared)),
      "l"(global), "r"(bytes), "r"(shared_address(&arrives_on))
      : "memory");
}

/// Orders this thread's accesses to shared memory before the copies that it starts later.
__device__ inline void order_before_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

}  // namespace mergelab::detail
#endif
