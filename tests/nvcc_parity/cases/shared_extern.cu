// nvcc: accepts
__global__ void kernel(int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
