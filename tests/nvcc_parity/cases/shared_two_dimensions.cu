// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ int used[4][33];
  used[0][threadIdx.x] = 1;
  out[0] = used[0][threadIdx.x];
}
