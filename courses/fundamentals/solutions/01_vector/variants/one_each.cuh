// Loses: nothing. One element for each thread, in blocks of two dimensions.
#pragma once

#include <mergelab/lab.cuh>

template <int kThreads>
__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;  // neighbours in x are neighbours in a warp
  const int i = blockIdx.x * kThreads + thread;
  if (i >= n) return;
  y[i] = a * x[i] + y[i];
}

inline void saxpy(float a, const float* x, float* y, int n) {
  const dim3 block(32, 32);
  if (n > 0) saxpy_kernel<1024><<<(n + 1023) / 1024, block>>>(a, x, y, n);
  cudaDeviceSynchronize();
}
