// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ int a, b[2];
  a = b[0] = 1;
  out[0] = a + b[0];
}
