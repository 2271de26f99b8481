// Two accesses of one place by two threads that nothing orders, and a third between them that hides neither.
#include <cuda_runtime.h>
#include <cuda/atomic>

#include "pairs.hpp"

__device__ __noinline__ void access(int* place, Operation operation, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> strong(*place);
  auto* const watched = static_cast<volatile int*>(place);
  if (operation == kPlainRead) *out = *place;
  if (operation == kPlainWrite) *place = 1;
  if (operation == kVolatileRead) *out = *watched;
  if (operation == kVolatileWrite) *watched = 1;
  if (operation == kAtomicAdd) atomicAdd(place, 1);
  if (operation == kRelaxedLoad) *out = strong.load(cuda::memory_order_relaxed);
  if (operation == kRelaxedStore) strong.store(1, cuda::memory_order_relaxed);
  if (operation == kAcquireLoad) *out = strong.load(cuda::memory_order_acquire);
  if (operation == kReleaseStore) strong.store(1, cuda::memory_order_release);
}

// Thread 0 of the grid makes the first access, `other` the last one.
template <bool kShared>
__global__ void pairs(int* global, int* out, int first, int last, unsigned other) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  int* const place = kShared ? &shared : global;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me == 0) access(place, static_cast<Operation>(first), &out[0]);
  if (me == other) access(place, static_cast<Operation>(last), &out[1]);
}
extern "C" void run_pair(int* global, int* out, int first, int last, unsigned other, int is_shared) {
  if (is_shared) pairs<true><<<2, 64>>>(global, out, first, last, other);
  if (!is_shared) pairs<false><<<2, 64>>>(global, out, first, last, other);
}

// Between the two, `middle` makes an access that is ordered after the first one.
__global__ void triples(int* place, int* out, int first, int between, int last, int order, unsigned other) {
  const unsigned middle = order == kByItself ? 0 : order == kSyncwarp ? 1 : 63;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me == 0) access(place, static_cast<Operation>(first), &out[0]);
  if (order == kSyncwarp) __syncwarp();
  if (order == kSyncthreads) __syncthreads();
  if (me == middle) access(place, static_cast<Operation>(between), &out[1]);
  if (me == other) access(place, static_cast<Operation>(last), &out[2]);
}
extern "C" void run_triple(int* place, int* out, int first, int between, int last, int order,
                           unsigned other) {
  triples<<<2, 64>>>(place, out, first, between, last, order, other);
}

// The first block sets a counter to 0 and says so. The second one looks before it adds; the third does not.
__global__ void told_of_counter(int* counter, int* flag, unsigned adds_unasked) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) *counter = 0;
  if (blockIdx.x == 0) ready.store(1, cuda::memory_order_release);
  if (blockIdx.x == 1 && ready.load(cuda::memory_order_acquire) == 1) atomicAdd(counter, 1);
  if (blockIdx.x == 2 && adds_unasked) atomicAdd(counter, 1);
}
extern "C" void run_told_of_counter(int* counter, int* flag, unsigned adds_unasked) {
  told_of_counter<<<3, 1>>>(counter, flag, adds_unasked);
}

// One thread sets a block's counter to 0, and all add to it.
__global__ void counted(int* out, bool broken) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  if (!broken) __syncthreads();
  atomicAdd(&counter, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = counter;
}
extern "C" void run_counted(int* out, int broken) { counted<<<2, 64>>>(out, broken != 0); }
