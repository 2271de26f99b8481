// Barriers, cooperative groups and dependencies of grids.
//! barrier_in_device_function: accepted
__device__ void wait() { __syncthreads(); }
__global__ void kernel(int* out) {
  wait();
  out[0] = 1;
}
//! barrier_on_host: refused, calling a __device__ function("__syncthreads") from a __host__ function("on_host") is not allowed
void on_host() { __syncthreads(); }
//! barrier_with_arguments: refused, too many arguments in function call
__global__ void kernel(int* out) {
  out[0] = 1;
  __syncthreads("here", 1);
}
//! block_barrier: accepted
#include <cuda/barrier>
__global__ void kernel(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token = bar.arrive();
  bar.wait(cuda::std::move(token));
  bar.arrive_and_wait();
  *out = 1;
}
//! cooperative_groups_block: accepted
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__global__ void kernel(int* out) {
  cg::thread_block block = cg::this_thread_block();
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  out[block.thread_rank()] = warp.shfl_down(1, 1);
}
//! cooperative_groups_in_device: accepted
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__device__ int sum(cg::thread_block_tile<32> tile, int x) {
  for (int i = tile.size() / 2; i > 0; i /= 2) x += tile.shfl_down(x, i);
  return x;
}
__global__ void kernel(int* out) { out[0] = sum(cg::tiled_partition<32>(cg::this_thread_block()), 1); }
//! grid_dependency: accepted
__global__ void kernel(int* out) {
  cudaGridDependencySynchronize();
  *out = 1;
  cudaTriggerProgrammaticLaunchCompletion();
}
//! grid_dependency_on_host: refused, calling a __device__ function("cudaGridDependencySynchronize") from a __host__ function("host") is not allowed
void host() { cudaGridDependencySynchronize(); }
