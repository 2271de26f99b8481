// nvcc: accepts
__device__ int one() { return 1; }
__device__ int two() { return 2; }
using Function = int (*)();
__device__ Function table[2] = {one, two};
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x % 2](); }
