// nvcc: accepts
__device__ int sign(int x) {
  if (x < 0) return -1;
}
__global__ void kernel(int* out) { out[threadIdx.x] = sign(1); }
