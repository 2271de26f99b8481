// nvcc: refuses a __global__ function call must be configured
__global__ void kernel(int* out, int n) {
  if (n > 0) kernel(out, n - 1);
}
