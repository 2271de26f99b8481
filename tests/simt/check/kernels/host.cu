// Host code of a lab: what it may touch and what it may not.
#include <cuda_runtime.h>

#include <string.h>

static int total;

extern "C" int run_sum(const int* values, int count) {
  int local[4] = {};
  for (int i = 0; i < count; ++i) {
    local[i % 4] += values[i];
    total += values[i];
  }
  return local[0] + local[1] + local[2] + local[3];
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

extern "C" int run_launches(int* out, int threads, int shared_bytes, int asks) {
  spin<<<1, threads, shared_bytes>>>(out, 3);
  return asks ? cudaGetLastError() : -1;
}
