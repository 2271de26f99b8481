// nvcc: refuses device code does not support exception handling
__global__ void kernel(int* out) {
  if (out[0]) throw 1;
}
