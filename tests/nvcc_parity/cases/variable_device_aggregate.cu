// nvcc: accepts
struct Pair {
  int a = 1, b = 2;
};
__device__ Pair start;
__global__ void kernel(int* out) { out[threadIdx.x] = start.a; }
