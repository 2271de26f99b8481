// nvcc: accepts
static __device__ int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
