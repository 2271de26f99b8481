// nvcc: refuses calling a __host__ function("case_helper_host_in_one_line::one()") from a __global__ function("case_helper_host_in_one_line::kernel") is not allowed
int one() { return 1; } __device__ int two() { return 2; } __global__ void kernel(int* out) { out[threadIdx.x] = one() + two(); }
