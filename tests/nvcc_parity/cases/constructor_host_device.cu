// nvcc: accepts
struct Pair {
  int a, b;
  __host__ __device__ Pair(int x, int y) : a{x}, b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(1, 2).b; }
