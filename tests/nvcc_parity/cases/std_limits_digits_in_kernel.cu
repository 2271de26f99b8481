// nvcc: accepts
#include <limits>

__global__ void kernel(int* out) { out[threadIdx.x] = std::numeric_limits<int>::digits; }
