// nvcc: refuses identifier "case_variable_host_read_by_device_function::limit" is undefined in device code
int limit = 3;
__device__ int get() { return limit; }
__global__ void kernel(int* out) { out[threadIdx.x] = get(); }
