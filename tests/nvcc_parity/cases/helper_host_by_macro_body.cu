// nvcc: refuses calling a __host__ function("case_helper_host_by_macro_body::one()") from a __global__ function("case_helper_host_by_macro_body::kernel") is not allowed
#define DEFINE(NAME, VALUE) int NAME() { return VALUE; }
DEFINE(one, 1)
__global__ void kernel(int* out) { out[threadIdx.x] = one(); }
