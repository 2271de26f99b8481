// nvcc: accepts
static const int kLimit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = kLimit * 2; }
