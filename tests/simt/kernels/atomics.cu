// Atomics on shared and global memory.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned* in, int n, unsigned* bins) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();  // the bins are empty
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[in[i] % 16], 1);
  }
  __syncthreads();  // the bins are full
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
extern "C" void run_histogram(const unsigned* in, int n, unsigned* bins) {
  histogram<<<3, 64>>>(in, n, bins);
}

// out: max, min, sum, exchanged, compared; from one value per thread.
__global__ void others(int* out, float* sum, unsigned long long* wide) {
  const int value = static_cast<int>(threadIdx.x * 7 % 32);
  atomicMax(&out[0], value);
  atomicMin(&out[1], value);
  atomicExch(&out[2], value);
  atomicCAS(&out[3], -1, value);  // only the first thread finds -1
  out[4 + threadIdx.x] = static_cast<int>(atomicInc(reinterpret_cast<unsigned*>(&out[36]), 4));
  atomicAdd(sum, 0.5F);
  atomicAdd(wide, 1ULL << 32);
}
extern "C" void run_others(int* out, float* sum, unsigned long long* wide) {
  others<<<1, 32>>>(out, sum, wide);
}
