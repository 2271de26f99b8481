// The copy engine and its barriers as the CPU engine can run them: the same interface, of atomics. Bytes are
// counted, so that a phase whose bytes don't add up never ends.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

namespace mergelab::detail {

class CopyBarrier {
 public:
  __device__ void initialize(int arrivals) {
    arrivals_ = arrivals;
    left_ = arrivals;
    bytes_ = 0;
    phase_ = 0;
  }
  __device__ static void publish_initialized() { __threadfence_block(); }
  __device__ void arrive() { arrive_expecting(0); }
  __device__ void arrive_expecting(unsigned bytes) {
    __threadfence_block();
    atomicAdd(&bytes_, static_cast<int>(bytes));
    if (atomicSub(&left_, 1) == 1) end_phase();
  }
  __device__ void wait(unsigned parity) {
    while ((atomicAdd(&phase_, 0U) & 1U) == parity) __nanosleep(100);
    __threadfence_block();
  }
  __device__ void bring(int bytes) { atomicSub(&bytes_, bytes); }

 private:
  __device__ void end_phase() {
    if (atomicAdd(&bytes_, 0) != 0) __trap();  // announced other bytes than came
    atomicExch(&left_, arrivals_);
    __threadfence_block();
    atomicAdd(&phase_, 1U);
  }
  int arrivals_, left_, bytes_;
  unsigned phase_;
};

__device__ inline void start_copy(void* shared, const void* global, unsigned bytes, CopyBarrier& arrives_on) {
  if (reinterpret_cast<std::uintptr_t>(shared) % 16 != 0 ||
      reinterpret_cast<std::uintptr_t>(global) % 16 != 0 || bytes % 16 != 0 || bytes == 0)
    __trap();  // the copy engine takes granules of 16 bytes
  for (unsigned i = 0; i < bytes / 16; ++i)
    static_cast<uint4*>(shared)[i] = static_cast<const uint4*>(global)[i];
  arrives_on.bring(static_cast<int>(bytes));
}

__device__ inline void order_before_copies() {}

}  // namespace mergelab::detail
