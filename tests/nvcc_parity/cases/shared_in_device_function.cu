// nvcc: accepts
__device__ int get() {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  return tile[threadIdx.x];
}
__global__ void kernel(int* out) { out[threadIdx.x] = get(); }
