// nvcc: refuses calling a constexpr __host__ function("operator()") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <functional>

__global__ void kernel(int* out) { out[threadIdx.x] = std::less<int>()(out[0], out[1]); }
