// nvcc: refuses calling a __host__ function("case_helper_host_called_by_device::add_one(int)") from a __device__ function("case_helper_host_called_by_device::twice") is not allowed
int add_one(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * add_one(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = twice(3); }
