// nvcc: refuses an automatic "__device__" variable declaration is not allowed inside a device function body
__global__ void kernel(int* out) {
  __device__ int x = 3;
  out[0] = x;
}
