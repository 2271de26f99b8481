// Atomics that state their order, and kernels that overlap: what orders other accesses, and what does not.
#include <cuda_runtime.h>
#include <cuda/atomic>

enum Order {
  kReleaseAcquire,
  kRelaxedStore,
  kRelaxedLoad,
  kFences,  // around relaxed ones: right
  kNoFenceAfter,
  kOfBlock,      // of a flag between blocks
  kNobodyLooks,  // at the flag
};

// The first block writes a value and sets a flag; the others look. Not all orders of blocks set it first.
template <Order kOrder>
__global__ void between_blocks(int* value, int* flag, int* out) {
  constexpr auto kScope = kOrder == kOfBlock ? cuda::thread_scope_block : cuda::thread_scope_device;
  constexpr bool kRelaxed = kOrder == kFences || kOrder == kNoFenceAfter;
  cuda::atomic_ref<int, kScope> ready(*flag);
  if (blockIdx.x == 0) {
    *value = 7;
    if (kRelaxed) cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    ready.store(
        1, kRelaxed || kOrder == kRelaxedStore ? cuda::memory_order_relaxed : cuda::memory_order_release);
    return;
  }
  const bool is_set = kOrder == kNobodyLooks ||
                      ready.load(kRelaxed || kOrder == kRelaxedLoad ? cuda::memory_order_relaxed
                                                                    : cuda::memory_order_acquire) == 1;
  if (kOrder == kFences) cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  out[blockIdx.x] = is_set ? *value : 7;
}
extern "C" void run_between_blocks(int* value, int* flag, int* out, int order) {
#define CASE(NAME) \
  if (order == NAME) between_blocks<NAME><<<3, 1>>>(value, flag, out);
  CASE(kReleaseAcquire)
  CASE(kRelaxedStore)
  CASE(kRelaxedLoad)
  CASE(kFences)
  CASE(kNoFenceAfter)
  CASE(kOfBlock)
  CASE(kNobodyLooks)
#undef CASE
}

// The same between two warps, by a flag of the block's scope.
template <Order kOrder>
__global__ void between_warps(int* out) {
  __shared__ int value;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) ready.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 7;
    ready.store(1, kOrder == kRelaxedStore ? cuda::memory_order_relaxed : cuda::memory_order_release);
  }
  if (threadIdx.x == 32) {
    while (ready.load(kOrder == kRelaxedLoad ? cuda::memory_order_relaxed : cuda::memory_order_acquire) ==
           0) {
    }
    *out = value;
  }
}
// Each thread adds to a sum, by atomics of its own scope: plain updates.
__global__ void sum_of_threads(int* sum) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*sum).fetch_add(1, cuda::memory_order_acq_rel);
}
extern "C" void run_sum_of_threads(int* sum, int threads) { sum_of_threads<<<1, threads>>>(sum); }

extern "C" void run_between_warps(int* out, int order) {
  if (order == kReleaseAcquire) between_warps<kReleaseAcquire><<<1, 64>>>(out);
  if (order == kRelaxedStore) between_warps<kRelaxedStore><<<1, 64>>>(out);
  if (order == kRelaxedLoad) between_warps<kRelaxedLoad><<<1, 64>>>(out);
}

// The second kernel may begin before the first has ended.
__global__ void first(int* values) {
  cudaTriggerProgrammaticLaunchCompletion();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
}
template <bool kWaits>
__global__ void second(const int* values, int* out) {
  if (kWaits) {
    if (threadIdx.x == 0) cudaGridDependencySynchronize();
    __syncthreads();
  }
  out[threadIdx.x] = values[31 - threadIdx.x];
}
template <bool kWaits>
void overlap(int* values, int* out, bool synchronises, bool allows) {
  first<<<1, 32>>>(values);
  if (synchronises) (void)cudaDeviceSynchronize();
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = allows ? 1 : 0;
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  (void)cudaLaunchKernelEx(&config, second<kWaits>, static_cast<const int*>(values), out);
}
extern "C" void run_overlap(int* values, int* out, int waits, int synchronises, int allows) {
  if (waits) overlap<true>(values, out, synchronises, allows);
  if (!waits) overlap<false>(values, out, synchronises, allows);
}

// Blocks that share a sum, a lock, or what all threads of one have written.
enum Scope { kSum, kBlockSum, kLock, kLockWithoutFence, kBlockFence, kBlockLock, kBarrier };
template <Scope kHow>
__global__ void share(int* data, int* lock) {
  if (kHow == kSum) atomicAdd(&data[0], 1);
  if (kHow == kBlockSum) atomicAdd_block(&data[0], 1);
  if (kHow >= kLock && kHow <= kBlockLock && threadIdx.x == 0) {
    while ((kHow == kBlockLock ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0) {
    }
    __threadfence();
    data[0] += 1;
    if (kHow == kLock || kHow == kBlockLock) __threadfence();
    if (kHow == kBlockFence) __threadfence_block();
    if (kHow == kBlockLock) atomicExch_block(lock, 0);
    if (kHow != kBlockLock) atomicExch(lock, 0);
  }
  if (kHow == kBarrier) {
    __shared__ int before;
    data[blockIdx.x * 64 + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) before = atomicAdd(lock, 1);
    __syncthreads();
    if (before == 1) data[128 + threadIdx.x] = data[63 - threadIdx.x];
  }
}
extern "C" void run_share(int* data, int* lock, int how) {
  using Kernel = void (*)(int*, int*);
  const Kernel kernels[] = {share<kSum>,        share<kBlockSum>,  share<kLock>,   share<kLockWithoutFence>,
                            share<kBlockFence>, share<kBlockLock>, share<kBarrier>};
  kernels[how]<<<2, 64>>>(data, lock);
}
