// nvcc: refuses return value type does not match the function type
__global__ void kernel(int* out) {
  if (out[0]) return 1;
}
