// nvcc: refuses calling a __host__ function("case_helper_static_without_device::add_one(int)") from a __global__ function("case_helper_static_without_device::kernel") is not allowed
static int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
