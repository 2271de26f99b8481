// nvcc: refuses calling a constexpr __host__ function("min") from a __device__ function("least") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <algorithm>

__device__ int least(int a, int b) { return std::min(a, b); }
__global__ void kernel(int* out) { out[threadIdx.x] = least(1, 2); }
