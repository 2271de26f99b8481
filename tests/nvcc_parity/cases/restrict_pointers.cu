// nvcc: accepts
__global__ void kernel(const int* __restrict__ in, int* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
