// nvcc: accepts
__global__ void kernel(int* out, int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  out[threadIdx.x] = 1;
}
