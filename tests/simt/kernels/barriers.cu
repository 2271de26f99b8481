// Barriers that meet, and barriers that don't. The tests name lines of this file.
#include <cuda_runtime.h>

__global__ void divergent(int* out) {
  if (threadIdx.x < 64) {
    __syncthreads();
  } else {
    out[threadIdx.x] = 1;
    __syncthreads();
  }
}
extern "C" void run_divergent(int* out) { divergent<<<1, 128>>>(out); }

__global__ void in_a_square() {
  if (threadIdx.y == 0) __syncthreads();
  if (threadIdx.y == 1) __syncthreads();
}
extern "C" void run_in_a_square() { in_a_square<<<1, dim3(4, 2)>>>(); }

__global__ void block_against_warp() {
  if (threadIdx.x == 3) {
    __syncwarp();
  } else {
    __syncthreads();
  }
}
extern "C" void run_block_against_warp() { block_against_warp<<<1, 32>>>(); }

__global__ void masks_disagree() { __syncwarp(threadIdx.x == 2 ? 0x5U : 0x3U << threadIdx.x); }
extern "C" void run_masks_disagree() { masks_disagree<<<1, 3>>>(); }

// Half of the threads leave early; the others still meet, twice.
__global__ void leave_early(int* out) {
  __shared__ int sum;
  if (threadIdx.x % 2 == 1) return;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // sum is 0
  atomicAdd(&sum, 1);
  __syncthreads();  // sum is complete
  if (threadIdx.x == 0) *out = sum;
}
extern "C" void run_leave_early(int* out) { leave_early<<<1, 100>>>(out); }

// The last threads leave while the others already wait.
__global__ void leave_late(int* out) {
  if (threadIdx.x >= 50) return;
  __syncthreads();
  atomicAdd(out, 1);
}
extern "C" void run_leave_late(int* out) { leave_late<<<1, 100>>>(out); }

__global__ void predicates(int* out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 40), not_all = __syncthreads_and(threadIdx.x != 5);
  const int any = __syncthreads_or(threadIdx.x == 39), none = __syncthreads_or(threadIdx.x == 40);
  if (threadIdx.x == 7) {
    out[0] = count;
    out[1] = all * 8 + not_all * 4 + any * 2 + none;
  }
}
extern "C" void run_predicates(int* out) { predicates<<<1, 40>>>(out); }

// The order in which threads pass a barrier, as numbers of arrival.
__global__ void order(int* out, int* arrivals) {
  out[threadIdx.x] = atomicAdd(arrivals, 1);
  __syncthreads();
  out[blockDim.x + threadIdx.x] = atomicAdd(arrivals, 1);
}
extern "C" void run_order(int* out, int* arrivals) { order<<<1, 70>>>(out, arrivals); }

// Through templates and functions for both sides, where nvcc doesn't look for calls of the wrong side.
template <class T>
__host__ __device__ void wait(T) {
  __syncthreads();
}
extern "C" void barrier_on_the_host() { wait(0); }

__global__ void inner() {}
__host__ __device__ void launch_inner() { inner<<<1, 1>>>(); }
__global__ void nested() { launch_inner(); }
extern "C" void run_nested() { nested<<<1, 1>>>(); }
