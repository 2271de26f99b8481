// nvcc: accepts
__global__ void kernel(int* out) { atomicAdd(out, 1); }
