// nvcc: refuses calling a __host__ function("puts") from a __global__ function("case_c_puts_in_kernel::kernel") is not allowed
#include <cstdio>

__global__ void kernel(int*) { puts("x"); }
