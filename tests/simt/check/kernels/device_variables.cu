// Host code that uses __device__ and __constant__ variables by their names.
#include <cstring>
#include <mergelab/lab.cuh>

namespace bins {
__device__ int count[64];
}
static __device__ int last;
__device__ unsigned ticket;
__constant__ int factor;
__device__ const int kTable[2] = {3, 4};
__managed__ int managed;
int of_host;

__global__ void fill() {
  bins::count[threadIdx.x] = factor * static_cast<int>(threadIdx.x) + kTable[0];
  if (threadIdx.x == 0) last = 1;
  if (threadIdx.x == 0) managed = 2;
  atomicAdd(&ticket, 1U);
}

extern "C" int run_read_own() {
  of_host = 5;
  const unsigned none = 0;
  cudaMemcpyToSymbol(ticket, &none, sizeof none);
  factor = 1;
  factor = 0;  // what the device has
  last = 7;
  const int sum = of_host + last + kTable[1];
  ticket = 0;
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  int copied = 0;
  cudaMemcpyFromSymbol(&copied, last, sizeof copied);
  return sum + copied + managed;  // 16 + 1 + 2
}

extern "C" int run_copy_own() {
  factor = 6;
  last = 6;
  cudaMemcpyToSymbol(factor, &factor, sizeof factor);
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  int copied = 0;
  cudaMemcpyFromSymbol(&copied, bins::count, sizeof copied, 2 * sizeof copied);
  return copied;
}

extern "C" int run_read_array() {
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  return bins::count[2];
}

extern "C" int run_read_static() {
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  return last;
}

extern "C" void run_write_constant() {
  factor = 9;
  fill<<<1, 64>>>();
}

extern "C" void run_reset_ticket() {
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
  ticket = 0;
  fill<<<1, 64>>>();
}

// --- a merge on the host by way of a variable

__device__ int buffer[1024];

__global__ void take(const int* in) { buffer[threadIdx.x] = in[threadIdx.x]; }
__global__ void give(int* out) {
  out[threadIdx.x] = buffer[threadIdx.x];
  buffer[threadIdx.x] = 0;
}

extern "C" void run_merge_on_host(const int* A, int* C, int is_read_by_name) {
  int values[1024];
  take<<<1, 1024>>>(A);
  cudaDeviceSynchronize();
  if (is_read_by_name == 1) {
    for (int i = 0; i < 1024; ++i) values[i] = buffer[i];
  } else if (is_read_by_name == 2) {
    const void* address = nullptr;
    cudaGetSymbolAddress(const_cast<void**>(&address), buffer);
    std::memcpy(values, address, sizeof values);
  } else {
    cudaMemcpyFromSymbol(values, buffer, sizeof values);
  }
  for (int i = 0; i < 1024; ++i) buffer[i] = values[1023 - i];
  give<<<1, 1024>>>(C);
}

__global__ void rotate() {
  const int next = buffer[(threadIdx.x + 1) % 1024];
  __syncthreads();
  buffer[threadIdx.x] = next;
}

extern "C" void run_rotate_in_variable(const int* A, int* C) {
  take<<<1, 1024>>>(A);
  for (int i = 0; i < 1024; ++i) rotate<<<1, 1024>>>();
  give<<<1, 1024>>>(C);
}
