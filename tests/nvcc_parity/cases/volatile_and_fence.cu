// nvcc: accepts
__device__ volatile int flag;
__global__ void kernel(int* out) {
  out[0] = 1;
  __threadfence();
  flag = 1;
}
