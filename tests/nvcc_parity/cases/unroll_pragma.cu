// nvcc: accepts
__global__ void kernel(int* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = i;
}
