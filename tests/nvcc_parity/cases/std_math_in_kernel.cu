// nvcc: accepts
#include <cmath>

__global__ void kernel(float* out) { out[0] = std::sqrt(out[1]) + std::fabs(out[2]) + std::pow(out[3], 2.0f); }
