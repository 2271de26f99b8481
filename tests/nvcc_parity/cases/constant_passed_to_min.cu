// nvcc: accepts
const int kLimit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = min(kLimit, out[1]); }
