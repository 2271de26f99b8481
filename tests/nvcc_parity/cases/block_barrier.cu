// nvcc: accepts
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
