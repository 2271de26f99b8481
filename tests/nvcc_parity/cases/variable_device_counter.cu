// nvcc: accepts
__device__ int counter;
__global__ void kernel() { atomicAdd(&counter, 1); }
