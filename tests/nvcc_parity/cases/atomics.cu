// Atomic operations, volatile accesses and fences.
//! atomic_add_const: refused, no instance of overloaded function "atomicAdd" matches the argument list
__global__ void kernel(const int* out) { atomicAdd(out, 1); }
//! atomic_add_int: accepted
__global__ void kernel(int* out) { atomicAdd(out, 1); }
//! atomic_add_short: refused, no instance of overloaded function "atomicAdd" matches the argument list
__global__ void kernel(short* out) { atomicAdd(out, short(1)); }
//! atomic_on_host: refused, calling a __device__ function("_ZN39_INTERNAL_f6a7e490_9_unit_0_cu_584b06819atomicAddE1?1?") from a __host__ function("on_host") is not allowed
void on_host(int* x) { atomicAdd(x, 1); }
//! atomic_ref_const: refused, no instance of constructor "cuda::__4::atomic_ref<_Tp, _Sco>::atomic_ref [with _Tp=int, _Sco=cuda::std::__4::thread_scope_device]" matches the argument list
#include <cuda/atomic>
__global__ void kernel(const int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> set(*flag);
  *out = set.load();
}
//! atomic_ref_orders: accepted
#include <cuda/atomic>
__global__ void kernel(int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> set(*flag);
  if (threadIdx.x == 0) set.store(1, cuda::memory_order_release);
  *out = set.load(cuda::std::memory_order_acquire);
}
//! volatile_and_fence: accepted
__device__ volatile int flag;
__global__ void kernel(int* out) {
  out[0] = 1;
  __threadfence();
  flag = 1;
}
