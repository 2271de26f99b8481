// nvcc: accepts
__shared__ int tile[32];
__global__ void kernel(int* out) {
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
