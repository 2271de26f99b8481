// saxpy: y becomes a * x + y, for vectors in the memory of the GPU. Many threads share the elements.
#pragma once

#include <mergelab/lab.cuh>

#include <cstdlib>  // exit

inline constexpr int kThreadsPerBlock = 256;  // a multiple of 32, the threads of a warp

/// Ends the program with a message unless `status` is cudaSuccess. `what` names the call that returned it.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "%s: %s: %s\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
  exit(1);
}

/// y[i] becomes a * x[i] + y[i] for each i < n. Each thread of the grid runs this function once. Any number
/// of blocks is right, and any number of threads in them.
__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  // TODO 1 begin: compute the index of this thread in the grid; handle the element with that index, then
  //               the one as many places further on as the grid has threads, and so on, while it is below n
  LAB_TODO(1);
  // TODO 1 end
}

/// y[i] becomes a * x[i] + y[i] for each i < n. x and y are device arrays of n elements; n may be 0.
inline void saxpy(float a, const float* x, float* y, int n) {
  // TODO 2 begin: return if there is nothing to do; compute the number of blocks, rounded up; launch
  //               saxpy_kernel; check(cudaGetLastError(), ...)
  LAB_TODO(2);
  // TODO 2 end
}
