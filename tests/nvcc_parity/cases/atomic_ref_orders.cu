// nvcc: accepts
#include <cuda/atomic>
__global__ void kernel(int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> set(*flag);
  if (threadIdx.x == 0) set.store(1, cuda::memory_order_release);
  *out = set.load(cuda::std::memory_order_acquire);
}
