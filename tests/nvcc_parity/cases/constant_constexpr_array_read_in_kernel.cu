// nvcc: accepts
__global__ void kernel(int* out) {
  constexpr int kTable[4] = {1, 2, 3, 4};
  out[0] = kTable[threadIdx.x];
}
