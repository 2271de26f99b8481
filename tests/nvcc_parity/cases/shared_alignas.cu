// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ alignas(128) int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
