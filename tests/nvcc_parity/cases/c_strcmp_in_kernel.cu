// nvcc: refuses calling a __host__ function("strcmp") from a __global__ function("case_c_strcmp_in_kernel::kernel") is not allowed
#include <cstring>

__global__ void kernel(int* out) { out[threadIdx.x] = strcmp("a", "b"); }
