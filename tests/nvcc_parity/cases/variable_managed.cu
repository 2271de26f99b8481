// nvcc: accepts
__device__ __managed__ int counter;
__global__ void kernel() { counter = 1; }
int on_host() { return counter; }
