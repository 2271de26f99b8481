// nvcc: refuses a variable length array cannot have static storage duration
__global__ void kernel(int* out, int n) {
  __shared__ int tile[n];
  tile[0] = 1;
  out[0] = tile[0];
}
