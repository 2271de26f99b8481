// nvcc: accepts
#include <utility>

__global__ void kernel(int* out) { out[threadIdx.x] = std::move(out[1]); }
