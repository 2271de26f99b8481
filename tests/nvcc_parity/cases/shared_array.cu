// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ int used[32];
  used[threadIdx.x] = 1;
  out[threadIdx.x] = used[threadIdx.x];
}
