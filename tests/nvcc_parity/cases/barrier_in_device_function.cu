// nvcc: accepts
__device__ void wait() { __syncthreads(); }
__global__ void kernel(int* out) {
  wait();
  out[0] = 1;
}
