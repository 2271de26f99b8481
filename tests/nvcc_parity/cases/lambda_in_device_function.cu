// nvcc: accepts
__device__ int f(int x) {
  auto square = [](int y) { return y * y; };
  return square(x);
}
__global__ void kernel(int* out) { out[threadIdx.x] = f(3); }
