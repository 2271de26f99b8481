// nvcc: refuses calling a constexpr __host__ function("max") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <limits>

__global__ void kernel(int* out) { out[threadIdx.x] = std::numeric_limits<int>::max(); }
