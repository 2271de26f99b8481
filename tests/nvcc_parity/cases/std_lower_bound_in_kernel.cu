// nvcc: refuses calling a __host__ function("T1 ::std::lower_bound<int *, int> (T1, T1, const T2 &)") from a __global__ function("case_std_lower_bound_in_kernel::kernel") is not allowed
#include <algorithm>

__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(std::lower_bound(out, out + 4, 3) - out); }
