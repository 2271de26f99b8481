// nvcc: refuses calling a __host__ function("case_helper_trailing_return_host::add_one(int)") from a __global__ function("case_helper_trailing_return_host::kernel") is not allowed
auto add_one(int x) -> int { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
