// cuda::atomic_ref and cuda::atomic, reductions of a warp, and kernels that may overlap.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void update(int* ints, double* reals, unsigned long long* wide, unsigned char* bytes) {
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(ints[0]), least(ints[1]), most(ints[2]), bits(ints[3]);
  sum.fetch_add(1, cuda::memory_order_relaxed);
  sum += 2;
  ++sum;
  sum--;
  least.fetch_min(-static_cast<int>(threadIdx.x));
  most.fetch_max(static_cast<int>(threadIdx.x));
  bits.fetch_or(1 << threadIdx.x % 8 | 1 << 9);
  bits.fetch_and(~(1 << 9));  // in any order of the threads, a removal comes last
  if (threadIdx.x == 3) bits.fetch_xor(1 << 8);
  cuda::atomic_ref<double, cuda::thread_scope_block>(*reals).fetch_add(0.5);
  cuda::atomic_ref<unsigned long long> total(*wide);
  unsigned long long old = total.load(cuda::memory_order_relaxed);
  while (!total.compare_exchange_weak(old, old + 3, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {
  }
  cuda::atomic_ref<unsigned char, cuda::thread_scope_block>(bytes[threadIdx.x]).store(5);
  if (threadIdx.x == 0) ints[4] = cuda::atomic_ref<int>(ints[5]).exchange(11);
}

// A flag in shared memory, by which one warp hands a value to another.
__global__ void flag(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
  __shared__ int value;
  if (threadIdx.x == 0) ready.store(0, cuda::memory_order_relaxed);
  __syncthreads();  // the flag is not set
  if (threadIdx.x == 0) {
    value = 7;
    ready.store(1, cuda::memory_order_release);
  }
  if (threadIdx.x == 32) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = value;
  }
}

// The same by fences, between blocks: the last one to come adds up.
__global__ void last_block(int* partial, unsigned* arrived, int* sum) {
  partial[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*arrived);
  if (count.fetch_add(1, cuda::memory_order_relaxed) != gridDim.x - 1) return;
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
  *sum = all;
}

__global__ void reduce(int* out) {
  const unsigned lane = threadIdx.x;
  const int values[] = {__reduce_add_sync(~0U, static_cast<int>(lane) - 40),
                        __reduce_min_sync(~0U, static_cast<int>(lane) - 40),
                        __reduce_max_sync(~0U, static_cast<int>(lane) - 40),
                        static_cast<int>(__reduce_and_sync(~0U, lane | 64U)),
                        static_cast<int>(__reduce_or_sync(~0U, lane)),
                        static_cast<int>(__reduce_xor_sync(~0U, 1U << lane % 8)),
                        static_cast<int>(__reduce_add_sync(~0U, lane))};
  if (lane == 5)
    for (int i = 0; i < 7; ++i) out[i] = values[i];
}

__global__ void first(int* values) {
  cudaTriggerProgrammaticLaunchCompletion();
  values[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
}
__global__ void second(const int* values, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  out[i] = values[gridDim.x * blockDim.x - 1 - i] + 1;
}

extern "C" void run_update(int* ints, double* reals, unsigned long long* wide, unsigned char* bytes) {
  update<<<1, 64>>>(ints, reals, wide, bytes);
}
extern "C" void run_flag(int* out) { flag<<<1, 64>>>(out); }
extern "C" void run_last_block(int* partial, unsigned* arrived, int* sum) {
  last_block<<<4, 1>>>(partial, arrived, sum);
}
extern "C" void run_reduce(int* out) { reduce<<<1, 32>>>(out); }
extern "C" int run_overlapping(int* values, int* out) {
  first<<<2, 32>>>(values);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 2;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, second, static_cast<const int*>(values), out);
}
extern "C" int run_cluster_attribute(const int* values, int* out) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 2;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, second, values, out);
}
