// nvcc: accepts
__global__ void kernel(int* out) { out[threadIdx.x] = __ldg(out + 1); }
