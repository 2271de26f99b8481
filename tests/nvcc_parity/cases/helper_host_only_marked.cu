// nvcc: refuses calling a __host__ function("case_helper_host_only_marked::add_one(int)") from a __global__ function("case_helper_host_only_marked::kernel") is not allowed
__host__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
