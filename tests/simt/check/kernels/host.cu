// Host code of a lab: what it may touch and what it may not.
#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

#include "earlier_lab.cuh"

static int total;

extern "C" int run_sum(const int* values, int count) {
  int local[4] = {};
  for (int i = 0; i < count; ++i) {
    local[i % 4] += values[i];
    total += values[i];
  }
  return local[0] + local[1] + local[2] + local[3];
}
__global__ void fill(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = i;
}

extern "C" void run_fill(int* values, int count) {
  cudaMemset(values, 0, count * sizeof(int));
  fill<<<(count + 31) / 32, 32>>>(values, count);
  int last = 0;
  cudaMemcpy(&last, values + count - 1, sizeof(int), cudaMemcpyDeviceToHost);
  if (last != count - 1) abort();
}

extern "C" void run_write(int* values, int at) { values[at] = 1; }
extern "C" void run_copy_memory(int* to, const int* from, int count) {
  memcpy(to, from, count * sizeof(int));
}

extern "C" int run_pinned() {
  int* values = nullptr;
  cudaMallocHost(&values, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) values[i] = i;
  const int result = run_sum(values, 64);
  cudaFreeHost(values);
  return result;
}

extern "C" int run_spin(int rounds) {
  volatile int count = 0;
  while (count < rounds) count = count + 1;
  return count;
}

__global__ void spin(int* out, int rounds) {
  if (threadIdx.x == 3) {
    for (volatile int i = 0; i < rounds;) i = i + 1;
  }
}
extern "C" void run_spin_kernel(int* out, int rounds) { spin<<<2, 32>>>(out, rounds); }

__global__ void steps_of_an_earlier_lab(int* out, int rounds) { step(out, rounds); }
extern "C" void run_earlier_function(int* out, int threads, int rounds) {
  steps_of_an_earlier_lab<<<1, threads>>>(out, rounds);
}
extern "C" void run_earlier_kernel(int* out, int threads, int rounds) { launch_steps(out, threads, rounds); }

// Blocks that take their time, and the last of them another one.
__global__ void spin_each(int rounds, int last) {
  const int mine = blockIdx.x + 1 == gridDim.x ? last : rounds;
  for (volatile int i = 0; i < mine;) i = i + 1;
}
extern "C" void run_spin_each(int blocks, int rounds, int last) { spin_each<<<blocks, 32>>>(rounds, last); }

// Gets on by an element at a time.
__global__ void get_on(int* out, int count, int rounds) {
  for (int k = 0; k < count; ++k) {
    for (volatile int i = 0; i < rounds;) i = i + 1;
    __syncthreads();
    if (threadIdx.x == 0) out[k % 64] = k;
  }
}
extern "C" void run_get_on(int* out, int count) { get_on<<<1, 32>>>(out, count, 100); }

extern "C" int run_get_on_host(int* out, int count) {
  for (int k = 0; k < count; ++k) {
    for (volatile int i = 0; i < 100;) i = i + 1;
    out[k % 64] = k;
  }
  return count;
}

// Makes the same changes again and again.
__global__ void repeat(int* out, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) out[0] = 1;
    __syncthreads();
    if (threadIdx.x == 1) out[0] = 2;
    __syncthreads();
  }
}
extern "C" void run_repeat(int* out, int rounds) { repeat<<<1, 32>>>(out, rounds); }

// Each block waits until all have come.
__global__ void meet(int* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {
    }
  }
  __syncthreads();
}
__global__ void meet_by_volatile(int* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    volatile int* const count = arrived;
    while (*count < static_cast<int>(gridDim.x)) {
    }
  }
  __syncthreads();
}
extern "C" void run_meet(int* arrived, int blocks, int is_volatile) {
  if (is_volatile) {
    meet_by_volatile<<<blocks, 32>>>(arrived);
  } else {
    meet<<<blocks, 32>>>(arrived);
  }
}

extern "C" int run_launches(int* out, int threads, int shared_bytes, int asks) {
  spin<<<1, threads, shared_bytes>>>(out, 3);
  return asks ? cudaGetLastError() : -1;
}

// Every call of the API that writes for its caller; `memory` has room for the largest, cudaDeviceProp.
extern "C" void run_api(int call, void* memory) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  cudaEventRecord(end);
  const int number = 7;
  int* const device = [] {
    int* made = nullptr;
    cudaMalloc(&made, sizeof(int));
    return made;
  }();
  cudaMemcpy(device, &number, sizeof number, cudaMemcpyHostToDevice);
  int* const ints = static_cast<int*>(memory);
  if (call == 0) cudaMemcpy(memory, device, sizeof(int), cudaMemcpyDeviceToHost);
  if (call == 1) cudaMemset(memory, 1, sizeof(int));
  if (call == 2) cudaMemGetInfo(static_cast<size_t*>(memory), static_cast<size_t*>(memory) + 1);
  if (call == 3) cudaRuntimeGetVersion(ints);
  if (call == 4) cudaDriverGetVersion(ints);
  if (call == 5) cudaGetDeviceCount(ints);
  if (call == 6) cudaGetDevice(ints);
  if (call == 7) cudaGetDeviceProperties(static_cast<cudaDeviceProp*>(memory), 0);
  if (call == 8) cudaDeviceGetAttribute(ints, cudaDevAttrWarpSize, 0);
  if (call == 9) cudaStreamCreate(static_cast<cudaStream_t*>(memory));
  if (call == 10) cudaEventCreate(static_cast<cudaEvent_t*>(memory));
  if (call == 11) cudaEventElapsedTime(static_cast<float*>(memory), begin, end);
  if (call == 12) cudaMallocHost(static_cast<void**>(memory), 64);
  if (call == 13) cudaMemcpy2D(memory, 4, device, 4, 4, 1, cudaMemcpyDeviceToHost);
  if (call > 13) cudaMemcpy(device, memory, sizeof(int), cudaMemcpyHostToDevice);  // reads
  cudaFree(device);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

extern "C" int run_own_api() {
  static int count;
  int device = -1;
  cudaGetDeviceCount(&count);
  return cudaGetDevice(&device) == cudaSuccess ? count + device : -1;
}

// Handles that nobody gave out.
extern "C" int run_forged(void* memory) {
  auto event = static_cast<cudaEvent_t>(memory);
  auto stream = static_cast<cudaStream_t>(memory);
  int refused = cudaEventRecord(event) != cudaSuccess;
  refused += cudaEventDestroy(event) != cudaSuccess;
  refused += cudaStreamDestroy(stream) != cudaSuccess;
  float ms = 0;
  return refused + (cudaEventElapsedTime(&ms, event, event) != cudaSuccess);
}

extern "C" void run_write_at(int* memory) { *memory = 1; }
