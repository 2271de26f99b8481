// nvcc: accepts
__global__ void kernel(int* out) {
  int x;
  out[0] = x;
}
