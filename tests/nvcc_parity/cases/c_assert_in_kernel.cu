// nvcc: accepts
#include <cassert>

__global__ void kernel(int* out) { assert(out[0] > 0); }
