// Asynchronous copies whose requests, sectors and wavefronts are those of a warp's loads and stores.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

using barrier = cuda::barrier<cuda::thread_scope_block>;

namespace {

// Each thread copies one element; of shared memory and of global memory it takes every so many.
template <class T>
__global__ void by_each_thread(const T* in, int stride, int shared_stride, T* out) {
  __shared__ alignas(16) T tile[32 * 32];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();  // the barrier is initialised
  cuda::memcpy_async(&tile[threadIdx.x * shared_stride], &in[threadIdx.x * stride],
                     cuda::aligned_size_t<sizeof(T)>(sizeof(T)), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = tile[threadIdx.x * shared_stride];
}

// One thread has so many bytes copied, to shared memory and back.
__global__ void by_one_thread(const int* in, unsigned bytes, int* out) {
  __shared__ alignas(128) int tile[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();  // the barrier is initialised
  if (threadIdx.x != 0) return;
  cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(bytes), bar);
  bar.arrive_and_wait();
  cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, tile, bytes);
  cuda::ptx::cp_async_bulk_commit_group();
  cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});
}

// The first 12 of 16 bytes.
__global__ void filled_up(const int4* in, int4* out) {
  __shared__ int4 tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

}  // namespace

extern "C" void run_ints(const int* in, int stride, int shared_stride, int* out) {
  by_each_thread<<<1, 32>>>(in, stride, shared_stride, out);
}
extern "C" void run_doubles(const double* in, int stride, int shared_stride, double* out) {
  by_each_thread<<<1, 32>>>(in, stride, shared_stride, out);
}
extern "C" void run_quads(const int* in, int stride, int shared_stride, int* out) {
  by_each_thread<<<1, 32>>>(reinterpret_cast<const int4*>(in), stride, shared_stride,
                            reinterpret_cast<int4*>(out));
}
// Host code looks at 128 inputs, and gives `out` so many numbers.
extern "C" void run_look(const int* in, int given, int* out) {
  int values[128];
  cudaMemcpy(values, in, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < given; ++i) values[i] += 1000 + i;
  cudaMemcpy(out, values, given * sizeof(int), cudaMemcpyHostToDevice);
}
struct Numbers {
  int of[128];
};
__global__ void take(Numbers numbers, int* out) { out[threadIdx.x] = numbers.of[threadIdx.x]; }
// The same by arguments of a launch.
extern "C" void run_pass(const int* in, int given, int* out) {
  Numbers numbers;
  cudaMemcpy(numbers.of, in, sizeof numbers, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i) numbers.of[i] = i < given ? 1000 + i : 0;
  take<<<1, 32>>>(numbers, out);
}
extern "C" void run_bulk(const int* in, unsigned bytes, int* out) {
  by_one_thread<<<1, 32>>>(in, bytes, out);
}
extern "C" void run_filled_up(const int* in, int* out) {
  filled_up<<<1, 32>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
}

__constant__ __align__(32) int weights[32];
__global__ void weigh(int* out) { out[threadIdx.x] = weights[threadIdx.x]; }
__global__ void weigh_with_one(int* out) { out[threadIdx.x] = weights[blockIdx.x]; }
extern "C" void run_uniform(int* out) { weigh_with_one<<<1, 32>>>(out); }
extern "C" void run_scattered(int* out) { weigh<<<1, 32>>>(out); }
extern "C" void run_to_symbol(const int* in, int* out) {
  cudaMemcpyToSymbol(weights, in, sizeof weights, 0, cudaMemcpyDeviceToDevice);
  weigh<<<1, 32>>>(out);
}

// By way of memory that host code uses, too, where it changes some values.
extern "C" void run_pinned_to_symbol(const int* in, int changed) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, sizeof weights);
  cudaMemcpy(pinned, in, sizeof weights, cudaMemcpyDeviceToHost);
  for (int i = 0; i < changed; ++i) pinned[i] += 1;
  cudaMemcpyToSymbol(weights, pinned, sizeof weights);
  cudaFreeHost(pinned);
}
__global__ void copy_all(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run_managed_to_device(const int* in, int changed, int* out) {
  int* managed = nullptr;
  cudaMallocManaged(&managed, 64 * sizeof(int));
  copy_all<<<1, 64>>>(in, managed);
  cudaDeviceSynchronize();
  for (int i = 0; i < changed; ++i) managed[i] += 1;
  cudaMemcpy(out, managed, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(managed);
}

__global__ void copy_to(const int* in, int* to) {
  __shared__ alignas(128) int tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  __syncthreads();  // the tile is complete
  if (threadIdx.x != 0) return;
  cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, to, tile, sizeof tile);
  cuda::ptx::cp_async_bulk_commit_group();
  cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});
}
extern "C" void run_bulk_to_symbol(const int* in, int*) {
  void* to = nullptr;
  cudaGetSymbolAddress(&to, weights);
  copy_to<<<1, 32>>>(in, static_cast<int*>(to));
}
