// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ union {
    int i;
    float f;
  } both;
  both.i = 1;
  out[0] = both.i;
}
