// nvcc: refuses a __global__ function must have a void return type
__global__ int kernel(int* out) {
  out[0] = 1;
  return 0;
}
