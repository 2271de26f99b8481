// nvcc: refuses calling a __host__ function("exit") from a __global__ function("case_c_exit_in_kernel::kernel") is not allowed
#include <cstdlib>

__global__ void kernel(int* out) {
  if (out[0]) exit(1);
}
