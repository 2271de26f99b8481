// nvcc: refuses calling a __host__ function("c_add_one") from a __global__ function("case_helper_extern_c_host::kernel") is not allowed
extern "C" int c_add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_one(3); }
