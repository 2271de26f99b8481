// nvcc: accepts
__global__ void kernel(int* out) { out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[0], 1); }
