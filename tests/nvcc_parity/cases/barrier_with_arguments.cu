// nvcc: refuses too many arguments in function call
__global__ void kernel(int* out) {
  out[0] = 1;
  __syncthreads("here", 1);
}
