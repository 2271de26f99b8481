// nvcc: accepts
#define MOST 3
__global__ void kernel(int* out) { out[threadIdx.x] = MOST; }
