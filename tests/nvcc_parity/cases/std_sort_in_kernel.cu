// nvcc: refuses calling a __host__ function("void ::std::sort<int *> (T1, T1)") from a __global__ function("case_std_sort_in_kernel::kernel") is not allowed
#include <algorithm>

__global__ void kernel(int* out, int n) { std::sort(out, out + n); }
