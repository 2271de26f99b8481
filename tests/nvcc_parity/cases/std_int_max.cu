// nvcc: accepts
#include <climits>

__global__ void kernel(int* out) { out[threadIdx.x] = INT_MAX; }
