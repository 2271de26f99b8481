// nvcc: accepts
__global__ void kernel(int* out) {
  static int calls = 3;
  out[0] = calls;
}
