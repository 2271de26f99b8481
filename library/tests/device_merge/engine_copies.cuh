// The copy engine and its barriers on the CPU engine: the same interface, with the functions of cuda::ptx for
// the same instructions.
#pragma once

#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>

namespace mergelab::detail {

class CopyBarrier {
 public:
  __device__ __forceinline__ void initialize(int arrivals) { cuda::ptx::mbarrier_init(&state_, arrivals); }
  __device__ __forceinline__ static void publish_initialized() {
    cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
  }
  __device__ __forceinline__ void arrive() { cuda::ptx::mbarrier_arrive(&state_); }
  __device__ __forceinline__ void arrive_expecting(unsigned bytes) {
    cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                         cuda::ptx::space_shared, &state_, bytes);
  }
  __device__ __forceinline__ void wait(unsigned parity) {
    while (!cuda::ptx::mbarrier_try_wait_parity(&state_, parity)) {
    }
  }
  [[nodiscard]] __device__ __forceinline__ std::uint64_t* handle() { return &state_; }

 private:
  std::uint64_t state_;
};

__device__ __forceinline__ void start_copy(void* shared, const void* global, unsigned bytes,
                                           CopyBarrier& arrives_on) {
  cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, shared, global, bytes,
                           arrives_on.handle());
}

__device__ __forceinline__ void order_before_copies() {
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
}

}  // namespace mergelab::detail
