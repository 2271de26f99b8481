// nvcc: accepts
constexpr int kAlignment = 64;
__global__ void kernel(int* out) {
  __shared__ alignas(kAlignment) int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
