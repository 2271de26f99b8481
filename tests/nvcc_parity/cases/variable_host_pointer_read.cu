// nvcc: refuses identifier "case_variable_host_pointer_read::where" is undefined in device code
int* where;
__global__ void kernel(int* out) { out[threadIdx.x] = where[0]; }
