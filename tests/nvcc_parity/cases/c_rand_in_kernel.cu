// nvcc: refuses calling a __host__ function("rand") from a __global__ function("case_c_rand_in_kernel::kernel") is not allowed
#include <cstdlib>

__global__ void kernel(int* out) { out[threadIdx.x] = rand(); }
