// nvcc: refuses calling a __host__ function("case_helper_overload_of_host::one(float)") from a __global__ function("case_helper_overload_of_host::kernel") is not allowed
__device__ int one(int x) { return x; }
float one(float x) { return x; }
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(one(3.0f)); }
