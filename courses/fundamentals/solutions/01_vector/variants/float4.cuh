// Loses: nothing. Loads and stores 16 bytes at a time: fewer instructions for the same sectors.
#pragma once

#include <mergelab/lab.cuh>

#include <cstdint>  // uintptr_t

inline constexpr int kThreadsPerBlock = 256;

/// The vector loop handles 4 * quads elements, the last one what is left of n. x and y start at a multiple of
/// 16 bytes unless quads is 0.
__global__ void saxpy_quads(float a, const float* __restrict__ x, float* __restrict__ y, int n, int quads) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x;
  const float4* x4 = reinterpret_cast<const float4*>(x);
  float4* y4 = reinterpret_cast<float4*>(y);
  for (int i = first; i < quads; i += stride) {
    const float4 u = __ldg(x4 + i);
    float4 v = y4[i];
    v.x = fmaf(a, u.x, v.x);
    v.y = fmaf(a, u.y, v.y);
    v.z = fmaf(a, u.z, v.z);
    v.w = fmaf(a, u.w, v.w);
    y4[i] = v;
  }
  for (int i = 4 * quads + first; i < n; i += stride) y[i] = fmaf(a, x[i], y[i]);
}

inline void saxpy(float a, const float* x, float* y, int n) {
  const bool aligned = (reinterpret_cast<uintptr_t>(x) | reinterpret_cast<uintptr_t>(y)) % 16 == 0;
  const int quads = aligned ? n / 4 : 0;
  const int work = max(quads, n - 4 * quads);  // iterations of the longer loop
  if (work == 0) return;
  const int blocks = (work - 1) / kThreadsPerBlock + 1;
  saxpy_quads<<<blocks, kThreadsPerBlock>>>(a, x, y, n, quads);
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) fprintf(stderr, "saxpy_quads: %s\n", cudaGetErrorString(status));
}
