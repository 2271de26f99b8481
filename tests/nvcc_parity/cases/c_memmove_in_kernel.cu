// nvcc: refuses calling a __host__ function("memmove") from a __global__ function("case_c_memmove_in_kernel::kernel") is not allowed
#include <cstring>

__global__ void kernel(int* out) { memmove(out, out + 1, 16); }
