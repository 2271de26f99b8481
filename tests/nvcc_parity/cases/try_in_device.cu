// nvcc: refuses device code does not support exception handling
__device__ int get(int x) {
  try {
    return x;
  } catch (...) {
    return 0;
  }
}
__global__ void kernel(int* out) { out[threadIdx.x] = get(1); }
