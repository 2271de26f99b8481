// nvcc: refuses identifier "case_variable_host_static_read::limit" is undefined in device code
static int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
