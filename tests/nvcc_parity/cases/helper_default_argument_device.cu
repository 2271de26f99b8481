// nvcc: accepts
__device__ int add(int x, int y = 1) { return x + y; }
__global__ void kernel(int* out) { out[threadIdx.x] = add(3); }
