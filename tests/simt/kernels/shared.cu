// Static and dynamic shared memory.
#include <cuda_runtime.h>

#include <stdint.h>

__global__ void reverse(int* data, int n) {
  extern __shared__ int tile[];
  __shared__ int last;
  if (threadIdx.x == 0) last = n - 1;
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();  // the tile and `last` are written
  data[threadIdx.x] = tile[last - threadIdx.x];
}
extern "C" void run_reverse(int* data, int n) { reverse<<<1, n, n * sizeof(int)>>>(data, n); }

// Counts the bytes that hold the poison at the start of a block, then destroys them for the next block.
__global__ void look(int* poisoned, int dynamic_bytes, unsigned char poison) {
  extern __shared__ unsigned char bytes[];
  __shared__ unsigned char fixed[100];
  int count = 0;
  for (int i = 0; i < dynamic_bytes; ++i) count += bytes[i] == poison;
  for (int i = 0; i < 100; ++i) count += fixed[i] == poison;
  poisoned[blockIdx.x] = count;
  for (int i = 0; i < dynamic_bytes; ++i) bytes[i] = 0;
  for (int i = 0; i < 100; ++i) fixed[i] = 0;
}
extern "C" void run_look(int blocks, int* poisoned, int dynamic_bytes, unsigned char poison) {
  look<<<blocks, 1, dynamic_bytes>>>(poisoned, dynamic_bytes, poison);
}

// Two dynamic arrays are two names of the same memory, aligned for every type.
__global__ void alias(int* out) {
  extern __shared__ int tile[];
  extern __shared__ double2 wide[];
  out[0] = reinterpret_cast<uintptr_t>(tile) == reinterpret_cast<uintptr_t>(wide);
  out[1] = reinterpret_cast<uintptr_t>(tile) % 1024 == 0;
}
extern "C" void run_alias(int* out) { alias<<<1, 1, 64>>>(out); }

template <int N>
__global__ void own_array(int* out) {
  __shared__ int own[N];
  own[threadIdx.x] = N;
  __syncthreads();  // every element is written
  out[threadIdx.x] = own[N - 1 - threadIdx.x];
}
extern "C" void run_template_arrays(int* out) {
  own_array<4><<<1, 4>>>(out);
  own_array<8><<<1, 8>>>(out + 4);
}

// A launch that deduces the kernel's type, and device functions with separate shared variables.
static __device__ __noinline__ volatile int* scratch() {
  __shared__ volatile int words[50];
  return words;
}
template <class T>
__device__ __noinline__ void fill(T value) {
  __shared__ T values[6];
  values[threadIdx.x] = value;
  scratch()[threadIdx.x] = values[threadIdx.x] > 0;
}
template <class T>
__global__ void deduced(T value) {
  __shared__ char flag;
  flag = 1;
  if (flag == 1) fill(value);
}
static __global__ void with_scratch() { scratch()[threadIdx.x] = 1; }
extern "C" void run_nested() {
  deduced<<<1, 2>>>(1.0);
  deduced<<<1, 2>>>('a');
  with_scratch<<<1, 2>>>();
}

__global__ void use_dynamic(int bytes) {
  extern __shared__ unsigned char big[];
  big[bytes - 1] = 1;
}
extern "C" int run_dynamic(int bytes, int limit) {
  if (limit > 0) {
    const cudaError_t error =
        cudaFuncSetAttribute(use_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, limit);
    if (error != cudaSuccess) return error;
  }
  use_dynamic<<<1, 1, bytes>>>(bytes);
  return cudaGetLastError();
}
