// nvcc: accepts
#include <cstdlib>

__global__ void kernel(int* out) { out[threadIdx.x] = std::abs(out[1]) + abs(out[2]); }
